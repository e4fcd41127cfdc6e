import type { Compilable } from "kysely";
import type { Ctx } from "@/lib/context";
import type { Planned } from "./planned";

/**
 * The statements that make many attempts, in the order in which they are to be sent, in one transaction. The rows of the
 * first are the keys of the attempts that were made: one whose key there is already, or whose contact has another under
 * way on the channel, is not among them, and nothing is stored for it.
 */
export type AttemptStatements = readonly [Compilable<{ key: string }>, ...Compilable<unknown>[]];

/**
 * Queued calls, attempts in `claimed`, and the jobs that place them, in few statements however many there are. Reads
 * nothing but workspace keys that are at hand, so that it may be called within a transaction.
 */
export function attemptStatements(_ctx: Ctx, _planned: readonly Planned[]): Promise<AttemptStatements> {
  throw new Error("Not there yet.");
}
