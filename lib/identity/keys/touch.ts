import { iso } from "@/lib/platform/clock";
import { db, record } from "@/lib/platform/db";
import { ExpiringMap } from "@/lib/platform/expiring-map";
import { log } from "@/lib/platform/log";

/** How exact a key's last use is: one write a minute and process, however busy the key. */
const EVERY_MS = 60_000;
const KEYS_LIMIT = 10_000;

const noted = new ExpiringMap<string, true>({ ttlMs: EVERY_MS, limit: KEYS_LIMIT });

/** Notes that a key was used, in the background: a request neither waits for it nor fails with it. */
export function touchKey(workspaceId: string, keyId: string, now: Date): void {
  if (noted.get(keyId)) return;
  noted.set(keyId, true);
  const update = db
    .updateTable("api_keys")
    .set({ last_used_at: iso(now) })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", keyId);
  record({ workspaceId }, { run: [update] }).catch((error: unknown) =>
    log.warn({ err: error, keyId }, "a key's last use was not noted"),
  );
}
