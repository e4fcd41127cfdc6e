import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, json, record } from "@/lib/platform/db";
import { MOST_PROVIDER_FAILURES, type ProviderFailureNote } from "./schema";

/** Notes in a call that a provider of speech has failed: which, at what, and how; nothing of what was said. */
export async function noteProviderFailure(
  ctx: Pick<Ctx, "workspaceId" | "now">,
  callId: string,
  failure: Omit<ProviderFailureNote, "at">,
): Promise<void> {
  const note: ProviderFailureNote = { at: ctx.now(), ...failure };
  await record(ctx, {
    run: [
      db
        .updateTable("calls")
        .set({ provider_failures: sql`provider_failures || ${json([note])}::jsonb` })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", callId)
        .where(sql<boolean>`jsonb_array_length(provider_failures) < ${MOST_PROVIDER_FAILURES}`),
    ],
  });
}
