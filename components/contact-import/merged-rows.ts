import type { Import } from "@/lib/outreach/imports/schema";

/** The rows of each repeated number, as a preview and an import list them. */
export type Merges = Import["merges"];

/** Maximum numbers whose rows are listed on the page. */
const NUMBERS_SHOWN = 5;

/** The groups of rows to list, each with its row numbers, and how many merged rows are not listed. */
export function listMerges(merges: Merges, merged: number): { groups: Merges; unlisted: number } {
  const groups = merges.slice(0, NUMBERS_SHOWN);
  const listed = groups.reduce((sum, { rows }) => sum + rows.length - 1, 0);
  return { groups, unlisted: Math.max(0, merged - listed) };
}
