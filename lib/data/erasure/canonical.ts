/**
 * A JSON value in canonical form (RFC 8785) for what receipts hold: texts, whole numbers and objects of them. Members
 * are sorted by their names, and nothing is between the tokens.
 */
export function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const members = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    // By UTF-16 units, as the RFC says: the order of `<` on strings.
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`);
  return `{${members.join(",")}}`;
}
