import { notifyMembers } from "@/lib/identity/notices";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";

const DAY_MS = 86_400_000;
/** Days before expiry at which admins are notified: one early notice and one urgent notice. */
const DAYS_LEFT = [1, 7];
const FIRST_NOTICE_DAYS = 7;
/** Keys of a workspace that one run checks. The next run, an hour later, checks the others. */
const MAX_KEYS = 500;

/**
 * Notifies admins a week and a day before an API key expires. A key with a shorter lifetime than a stage
 * skips that stage. Safe to repeat: each member gets each notice once.
 */
export async function notifyExpiringKeys(ctx: Ctx): Promise<void> {
  const { workspaceId } = ctx;
  const now = ctx.now();
  const keys = await ctx.db.all(
    db
      .selectFrom("api_keys")
      .select(["id", "environment", "created_at", "expires_at"])
      .where("workspace_id", "=", workspaceId)
      .where("revoked_at", "is", null)
      .where("expires_at", ">", now)
      .where("expires_at", "<=", plusMs(now, FIRST_NOTICE_DAYS * DAY_MS))
      .orderBy("expires_at")
      .limit(MAX_KEYS),
  );
  const notifications = keys.flatMap(({ id, environment, created_at, expires_at }) => {
    const end = Date.parse(expires_at ?? now);
    const days = DAYS_LEFT.find((stageDays) => end - Date.parse(now) <= stageDays * DAY_MS);
    if (days === undefined || end - Date.parse(created_at) <= days * DAY_MS) return [];
    const stage = `${expires_at} ${days}`;
    const noticeEnvironment = environment === "test" ? "test" : "live";
    return [
      notifyMembers({
        workspaceId,
        kind: "key.expiring",
        subject: id,
        stage,
        environment: noticeEnvironment,
        now,
      }),
    ];
  });
  if (notifications.length > 0) await writeUnaudited(ctx, { run: notifications });
}
