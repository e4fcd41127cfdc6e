import { searchAgents } from "@/lib/agents/agents";
import { searchCalls } from "@/lib/calls/calls";
import { searchContacts } from "@/lib/contacts/contacts";
import { type Capability, hasCapability } from "@/lib/identity/access";
import { searchMembers } from "@/lib/identity/members";
import { searchCampaigns } from "@/lib/outreach/campaigns";
import type { Ctx } from "@/lib/platform/context";
import type { Searcher } from "@/lib/platform/search/record-search";
import { parseSearch } from "@/lib/platform/search/search-terms";
import { searchSuites } from "@/lib/suites/suites";
import { SEARCH_KINDS, type Search, type SearchKind, type SearchResults } from "./schema";

/**
 * How each kind is searched, and the capability that its list needs. `liveOnly`: keys of the test environment do not
 * read the list.
 */
const SEARCHES: Record<SearchKind, { capability: Capability; liveOnly?: true; search: Searcher }> = {
  agent: { capability: "agents.read", search: searchAgents },
  call: { capability: "calls.read", search: searchCalls },
  contact: { capability: "contacts.read", search: searchContacts },
  campaign: { capability: "campaigns.read", search: searchCampaigns },
  suite: { capability: "agents.read", search: searchSuites },
  member: { capability: "members.read", liveOnly: true, search: searchMembers },
};

/** The kinds that the caller can find: those whose lists they can read. */
export const searchableKinds = ({ actor, environment }: Pick<Ctx, "actor" | "environment">): SearchKind[] =>
  SEARCH_KINDS.filter((kind) => {
    const { capability, liveOnly } = SEARCHES[kind];
    const isRefused = liveOnly === true && actor.type === "key" && environment === "test";
    return hasCapability(actor.role, capability) && !isRefused;
  });

/**
 * Finds records of every kind that the caller can list, in one round trip: agents, campaigns, suites and members by the
 * beginnings of words, contacts by words of the name or a number, calls by a number, all by the beginning of an id.
 */
export async function searchRecords(ctx: Ctx, { q }: Search): Promise<SearchResults> {
  const terms = parseSearch(q);
  const searches = await Promise.all(
    searchableKinds(ctx).map(async (kind) => ({ kind, of: await SEARCHES[kind].search(ctx, terms) })),
  );
  const possible = searches.flatMap(({ kind, of }) => (of === null ? [] : [{ kind, ...of }]));
  if (possible.length === 0) return { data: [] };
  const rows = await ctx.db.batch(...possible.map(({ query }) => query));
  const data = await Promise.all(
    possible.map(async ({ kind, present }, n) =>
      (await present(rows[n] ?? [])).map((hit) => ({ kind, ...hit })),
    ),
  );
  return { data: data.flat() };
}
