import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import type { ProviderFailureNote } from "./schema";
import { MAX_PROVIDER_FAILURES } from "./values";

/** Records a speech provider's failure on the call: the provider, the part and the kind. Contains no speech content. */
export async function noteProviderFailure(
  ctx: Pick<Ctx, "workspaceId" | "now">,
  callId: string,
  failure: Omit<ProviderFailureNote, "at">,
): Promise<void> {
  const note: ProviderFailureNote = { at: ctx.now(), ...failure };
  await writeUnaudited(ctx, {
    run: [
      db
        .updateTable("calls")
        .set({ provider_failures: sql`provider_failures || ${json([note])}::jsonb` })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", callId)
        .where(sql<boolean>`jsonb_array_length(provider_failures) < ${MAX_PROVIDER_FAILURES}`),
    ],
  });
}
