const encoder = new TextEncoder();

/** The order of PostgreSQL's jsonb: shorter names first, names of the same length by their bytes. */
function compareNames([a]: [string, unknown], [b]: [string, unknown]): number {
  const [first, second] = [encoder.encode(a), encoder.encode(b)];
  if (first.length !== second.length) return first.length - second.length;
  const at = first.findIndex((byte, index) => byte !== second[index]);
  return at === -1 ? 0 : (first[at] ?? 0) - (second[at] ?? 0);
}

/** Digits after the point that a number without an exponent needs: JavaScript prints at most 17 significant ones. */
const MAX_DECIMALS = 100;

/** A number without an exponent, as PostgreSQL's numeric prints it. */
function numberText(value: number): string {
  const text = String(value);
  if (!text.includes("e")) return text;
  if (Number.isInteger(value)) return BigInt(value).toString();
  const [digits = "", exponent = "0"] = text.split("e-");
  const decimals = Number(exponent) + (digits.split(".")[1]?.length ?? 0);
  return value.toFixed(Math.min(decimals, MAX_DECIMALS));
}

/** Characters that JSON escapes and PostgreSQL does too, in the same way. Others that `JSON.stringify` escapes are surrogates. */
const stringText = (value: string): string => JSON.stringify(value);

/** PostgreSQL's text of a jsonb value, which the hashes of the audit log cover. */
export function jsonbText(value: unknown): string {
  if (typeof value === "string") return stringText(value);
  if (typeof value === "number") return numberText(value);
  if (Array.isArray(value)) return `[${value.map(jsonbText).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const members = Object.entries(value).sort(compareNames);
  return `{${members.map(([name, inner]) => `${stringText(name)}: ${jsonbText(inner)}`).join(", ")}}`;
}
