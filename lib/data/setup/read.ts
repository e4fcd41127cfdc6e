import { kindsOf } from "@/lib/agents/providers/schema";
import { isCountedCall } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import { requireSession } from "@/lib/platform/context/require-session";
import { db } from "@/lib/platform/db";
import { SETUP_STEPS, type Setup } from "./schema";

/**
 * Reads which setup steps the workspace has completed: a connected model, a test call (of a draft, or in
 * the test environment), a phone number, a deployed agent, and an answered call of a deployed agent in the live
 * environment.
 */
export async function readSetup(ctx: Ctx): Promise<Setup> {
  const { workspaceId } = ctx;
  const calls = db
    .selectFrom("calls")
    .select("calls.id")
    .where("calls.workspace_id", "=", workspaceId)
    .limit(1);
  const testCalls = calls.where((where) =>
    where.or([where("calls.agent_version", "is", null), where("calls.environment", "=", "test")]),
  );
  const liveCalls = calls
    .where("calls.environment", "=", "live")
    .where(isCountedCall())
    .where("calls.answered_at", "is not", null);
  const row = await ctx.db.first(
    db
      .selectFrom("members")
      .select("members.setup_hidden_at")
      .select((on) => [
        on
          .exists(
            on
              .selectFrom("integrations")
              .select("integrations.id")
              .where("integrations.workspace_id", "=", workspaceId)
              .where("integrations.kind", "in", kindsOf("model")),
          )
          .as("model"),
        on.exists(testCalls).as("test"),
        on
          .exists(
            on
              .selectFrom("phone_numbers")
              .select("phone_numbers.id")
              .where("phone_numbers.workspace_id", "=", workspaceId),
          )
          .as("number"),
        on
          .exists(
            on
              .selectFrom("agents")
              .select("agents.id")
              .where("agents.workspace_id", "=", workspaceId)
              .where("agents.live_version", "is not", null),
          )
          .as("deploy"),
        on.exists(liveCalls).as("call"),
      ])
      .where("members.workspace_id", "=", workspaceId)
      .where("members.user_id", "=", requireSession(ctx).userId),
  );
  if (row === undefined) return { done: [], hidden: true };
  return { done: SETUP_STEPS.filter((step) => row[step]), hidden: row.setup_hidden_at !== null };
}
