import { tell } from "@/lib/identity/notices";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, record } from "@/lib/platform/db";

const DAY_MS = 86_400_000;
/** When it is told, in days before a key runs out: to exchange it in peace, and to be in a hurry. */
const DAYS_LEFT = [1, 7];
const FIRST = 7;
/** Keys of a workspace that are looked at in one run; the rest in the next, an hour later. */
const MOST = 500;

/**
 * Has it told that API keys are about to run out: a week before, and a day. A key that was made for less than that is
 * not told of at its beginning. Safe to repeat: each member is told once of each.
 */
export async function warnOfKeys(ctx: Ctx): Promise<void> {
  const { workspaceId } = ctx;
  const now = ctx.now();
  const keys = await ctx.db.all(
    db
      .selectFrom("api_keys")
      .select(["id", "environment", "created_at", "expires_at"])
      .where("workspace_id", "=", workspaceId)
      .where("revoked_at", "is", null)
      .where("expires_at", ">", now)
      .where("expires_at", "<=", plusMs(now, FIRST * DAY_MS))
      .orderBy("expires_at")
      .limit(MOST),
  );
  const told = keys.flatMap(({ id, environment, created_at, expires_at }) => {
    const end = Date.parse(expires_at ?? now);
    const days = DAYS_LEFT.find((left) => end - Date.parse(now) <= left * DAY_MS);
    if (days === undefined || end - Date.parse(created_at) <= days * DAY_MS) return [];
    const stage = `${expires_at} ${days}`;
    const where = environment === "test" ? "test" : "live";
    return [tell({ workspaceId, kind: "key.expiring", subject: id, stage, environment: where, now })];
  });
  if (told.length > 0) await record(ctx, { run: told });
}
