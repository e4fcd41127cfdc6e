const isMasked = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "masked" in value && value.masked === true;

/** Replaces masked values with their names in brackets, as masks are written in a transcript. */
function withMaskNames(name: string, value: unknown): unknown {
  if (isMasked(value)) return `[${name}]`;
  if (Array.isArray(value)) return value.map((item) => withMaskNames(name, item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withMaskNames(key, item)]));
}

/** A value of a variable or a tool as text. `name` stands for a masked value. */
export function plainValue(name: string, value: unknown): string {
  const readable = withMaskNames(name, value);
  if (readable === null || readable === undefined) return "–";
  return typeof readable === "string" ? readable : JSON.stringify(readable);
}
