import { unguardFormula } from "@/lib/platform/csv";
import type { Import } from "./schema";

/**
 * A row as sent, in the order of the columns: the cells of a CSV row, or the values of an element of a JSON
 * array.
 */
export function originalValues(
  original: unknown,
  format: Import["format"],
  names: readonly string[],
): unknown[] {
  // Cells beyond the header stay at the end. A guard is removed, as the text is guarded again if it is written.
  if (format === "csv") return (original as string[]).map(unguardFormula);
  if (typeof original !== "object" || original === null || Array.isArray(original))
    return names.map((name) => (name === "phone" ? original : undefined));
  const element = new Map(Object.entries(original));
  return names.map((name) => element.get(name));
}
