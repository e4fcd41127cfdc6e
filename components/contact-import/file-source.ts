import type { ImportPreview } from "@/lib/outreach/imports/schema";

/** The columns and reasons of a preview. */
type MappedColumns = {
  columns: readonly Pick<ImportPreview["columns"][number], "field">[];
  reasons: readonly Pick<ImportPreview["reasons"][number], "code">[];
};

/**
 * Whether a file states consents that may have no source: it has no column of sources, or rows without a value in
 * it. Then the source can be entered for all rows. An entered `source` stays visible, as it applies to the file.
 */
export function needsFileSource(preview: MappedColumns | null, source: string): boolean {
  if (preview === null) return false;
  const hasConsents = preview.columns.some(({ field }) => field.startsWith("consent."));
  const hasSources = preview.columns.some(({ field }) => field === "consent_source");
  const isMissing = !hasSources || preview.reasons.some(({ code }) => code === "no_consent_source");
  return hasConsents && (isMissing || source !== "");
}
