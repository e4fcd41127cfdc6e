import { iso } from "@/lib/platform/clock";
import { db, writeUnaudited } from "@/lib/platform/db";
import { ExpiringMap } from "@/lib/platform/expiring-map";
import { log } from "@/lib/platform/log";

/** Precision of a key's last use: at most one write per minute and process. */
const TOUCH_INTERVAL_MS = 60_000;
const CACHE_LIMIT = 10_000;

const recentlyTouched = new ExpiringMap<string, true>({ ttlMs: TOUCH_INTERVAL_MS, limit: CACHE_LIMIT });

/** Records a key's last use in the background. A request neither waits for it nor fails with it. */
export function touchKey(workspaceId: string, keyId: string, now: Date): void {
  if (recentlyTouched.get(keyId)) return;
  recentlyTouched.set(keyId, true);
  const update = db
    .updateTable("api_keys")
    .set({ last_used_at: iso(now) })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", keyId);
  writeUnaudited({ workspaceId }, { run: [update] }).catch((error: unknown) =>
    log.warn({ err: error, keyId }, "a key's last use was not recorded"),
  );
}
