import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";

/** The attempt that a call belongs to: its campaign, its number, and when the policy decided on it. */
export const readAttemptOfCall = ({ workspaceId, environment, db: reader }: Ctx, callId: string) =>
  reader.first(
    db
      .selectFrom("attempts")
      .select(["campaign_id", "number", "claimed_at", "placed_at"])
      .where("workspace_id", "=", workspaceId)
      .where("environment", "=", environment)
      .where("call_id", "=", callId),
  );
