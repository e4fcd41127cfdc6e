type Form = {
  /** Digits after the decimal point. */
  decimals: number;
  allowNegative: boolean;
};

/** A typed or pasted text without the characters that its number cannot have. */
export function numberText(text: string, { decimals, allowNegative }: Form): string {
  const sign = allowNegative && text.trim().startsWith("-") ? "-" : "";
  const digits = text.replace(/[^\d.]/g, "");
  const [whole = "", ...fraction] = digits.split(".");
  if (fraction.length === 0 || decimals === 0) return sign + whole;
  return `${sign}${whole}.${fraction.join("").slice(0, decimals)}`;
}

/** The number of a text; the empty text if it has none yet. */
export function numberOf(text: string): number | "" {
  const number = Number.parseFloat(text);
  return Number.isNaN(number) ? "" : number;
}
