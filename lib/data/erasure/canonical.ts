/**
 * Canonical JSON (RFC 8785) of the values in receipts: texts, integers and objects of them. Members are
 * sorted by name, without whitespace.
 */
export function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const members = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    // By UTF-16 code units, as the RFC requires: the order of `<` on strings.
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`);
  return `{${members.join(",")}}`;
}
