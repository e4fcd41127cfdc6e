import type { Ctx } from "@/lib/context";
import type { Reader } from "@/lib/db";
import type { Facts } from "./facts";

/** What is asked of every contact alike; what differs is read. */
export type FactsRequest = Pick<
  Facts,
  "channel" | "purpose" | "window" | "endsAt" | "capacity" | "agentLive" | "carrierAvailable"
> & {
  /** Absent is false. */
  requested?: boolean;
  /** The campaign's budget of each contact by its id; absent outside campaigns. */
  budgets?: ReadonlyMap<string, NonNullable<Facts["budget"]>>;
};

/** What can be read within a transaction or outside. */
export type Reading = Pick<Reader, "all">;

/** The most contacts whose facts are read at once: they are bound as one array and kept in memory. */
export const MAX_AT_ONCE = 1_000;

/**
 * The facts of up to `MAX_AT_ONCE` contacts of the context's environment, by id, in a constant number of queries. A
 * contact that is not there is not in the answer.
 */
export async function factsFor(
  _read: Reading,
  _ctx: Pick<Ctx, "workspaceId" | "environment" | "now">,
  _contactIds: readonly string[],
  _request: FactsRequest,
): Promise<Map<string, Facts>> {
  return new Map();
}
