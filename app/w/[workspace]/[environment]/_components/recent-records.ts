import type { SearchKind } from "@/lib/data/search/schema";

export type RecentRecord = { kind: SearchKind; href: string; title: string };

const MAX_RECENT = 5;
const KINDS: Readonly<Record<string, SearchKind>> = {
  agents: "agent",
  calls: "call",
  contacts: "contact",
  campaigns: "campaign",
};
/** `/agents/agt_…`, and pages below it such as its versions. */
const RECORD_PATH = /^\/(agents|calls|contacts|campaigns)\/([a-z]+_[^/]+)/;

/** The record that a path within the workspace shows; null for other pages. */
export function recordOfPath(path: string): Omit<RecentRecord, "title"> | null {
  const [, list = "", id] = RECORD_PATH.exec(path) ?? [];
  const kind = KINDS[list];
  return kind === undefined ? null : { kind, href: `/${list}/${id}` };
}

/** Puts a visited record first, without its earlier visit. */
export const withVisit = (records: readonly RecentRecord[], visit: RecentRecord): RecentRecord[] =>
  [visit, ...records.filter(({ href }) => href !== visit.href)].slice(0, MAX_RECENT);
