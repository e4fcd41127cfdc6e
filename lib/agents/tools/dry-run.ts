import type { Ctx } from "@/lib/platform/context";
import type { HttpClient } from "@/lib/platform/egress";
import { notFound } from "@/lib/platform/errors";
import { selectTools, toDefinition } from "./read";
import { runTool } from "./run";
import { DryRun } from "./schema";

type Options = { signal?: AbortSignal | undefined; egress?: HttpClient };

/**
 * Runs a tool as it is saved, against its real address, and returns its response and duration. The request
 * uses the credential of `test`, or none, like a rehearsal, so that a builder never uses a live one by hand.
 * Arguments and response are not stored. Throws `not_found`; errors of the request are part of the result.
 */
export async function dryRunTool(
  ctx: Ctx,
  id: string,
  args: Readonly<Record<string, unknown>>,
  options: Options = {},
): Promise<DryRun> {
  const row = await ctx.db.first(selectTools(ctx.workspaceId).where("id", "=", id));
  if (row === undefined) throw notFound();
  const definition = { ...toDefinition(row), integration_id: row.integration_id };
  const started = performance.now();
  const answer = await runTool(ctx, definition, args, {
    ...options,
    environment: "test",
    keepUnmapped: true,
  });
  return {
    ok: answer.ok,
    status: "status" in answer ? (answer.status ?? null) : null,
    result: answer.result,
    unmapped: answer.unmapped ?? null,
    requests: answer.requests ?? 0,
    error: answer.ok ? null : answer.error,
    duration_ms: Math.round(performance.now() - started),
  };
}

/** The stored part of a dry run with an `Idempotency-Key`: its outcome, without the service's response. */
export const serializeOutcome = (run: DryRun): string =>
  JSON.stringify({ ...run, result: null, unmapped: null });

/** Response to a repeated key: the request is not repeated, and its result is not stored. */
export const parseOutcome = (reference: string): DryRun => DryRun.parse(JSON.parse(reference));
