type Form = { allowDecimal: boolean; allowNegative: boolean };

/** A typed or pasted text without the characters that its number cannot have. */
export function numberText(text: string, { allowDecimal, allowNegative }: Form): string {
  const sign = allowNegative && text.trim().startsWith("-") ? "-" : "";
  const digits = text.replace(/[^\d.]/g, "");
  const [whole = "", ...decimals] = digits.split(".");
  return decimals.length > 0 && allowDecimal ? `${sign}${whole}.${decimals.join("")}` : sign + whole;
}

/** The number of a text; the empty text if it has none yet. */
export function numberOf(text: string): number | "" {
  const number = Number.parseFloat(text);
  return Number.isNaN(number) ? "" : number;
}
