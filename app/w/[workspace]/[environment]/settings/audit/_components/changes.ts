import type { AuditEntry } from "@/lib/platform/audit/schema";
import type { Translator } from "@/messages/translator";

type Audit = Translator<"records.audit">;

/** One changed field as text. Null if the field did not exist. */
export type Change = { field: string; before: string | null; after: string | null };

function asText(t: Audit, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return value.join(", ");
  return JSON.stringify(value, null, 2);
}

/** The fields of an entry in the order of their names, with their values before and after. */
export function changesOf(t: Audit, { before, after }: Pick<AuditEntry, "before" | "after">): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].sort().map((field) => ({
    field,
    before: asText(t, before?.[field]),
    after: asText(t, after?.[field]),
  }));
}
