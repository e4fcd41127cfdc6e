import type { AuditEntry } from "@/lib/platform/audit/schema";

/** One field of what was changed, as text; null where it was not there. */
export type Change = { field: string; before: string | null; after: string | null };

const YES_NO = { true: "yes", false: "no" } as const;

function asText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return YES_NO[`${value}`];
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return value.join(", ");
  return JSON.stringify(value, null, 2);
}

/** The fields of an entry in the order of their names, with what they were and what they became. */
export function changesOf({ before, after }: Pick<AuditEntry, "before" | "after">): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].sort().map((field) => ({
    field,
    before: asText(before?.[field]),
    after: asText(after?.[field]),
  }));
}
