import type { Ctx } from "@/lib/platform/context";
import type { Egress } from "@/lib/platform/egress";
import { notFound } from "@/lib/platform/errors";
import { selectTools, toDefinition } from "./read";
import { runTool } from "./run";
import { DryRun } from "./schema";

type Options = { signal?: AbortSignal | undefined; egress?: Egress };

/**
 * Runs a tool as it is saved, against its real address, and answers what came back and how long it took. The request
 * is as a rehearsal makes it: with the credential of `test`, or none, so that a builder never uses a live one by hand.
 * Nothing of arguments or answer is kept. Throws `not_found`; what goes wrong with the request is in the answer.
 */
export async function dryRunTool(
  ctx: Ctx,
  id: string,
  args: Readonly<Record<string, unknown>>,
  options: Options = {},
): Promise<DryRun> {
  const row = await ctx.db.one(selectTools(ctx.workspaceId).where("id", "=", id));
  if (row === undefined) throw notFound();
  const definition = { ...toDefinition(row), integration_id: row.integration_id };
  const started = performance.now();
  const answer = await runTool(ctx, definition, args, { ...options, environment: "test" });
  return {
    ok: answer.ok,
    status: "status" in answer ? (answer.status ?? null) : null,
    result: answer.result,
    error: answer.ok ? null : answer.error,
    duration_ms: Math.round(performance.now() - started),
  };
}

/** What is kept of a dry run under an `Idempotency-Key`: how it went, and nothing that the service answered. */
export const outcomeOf = (run: DryRun): string => JSON.stringify({ ...run, result: null });

/** The answer to a repeated key: the request is not made again, and its result is gone. */
export const outcomeFrom = (reference: string): DryRun => DryRun.parse(JSON.parse(reference));
