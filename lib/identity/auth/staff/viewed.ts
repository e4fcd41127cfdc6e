import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { ExpiringMap } from "@/lib/platform/expiring-map";

/** A page asks for several things and for the same again: what was seen is in the log once in this time. */
const ONCE_MS = 30_000;
const LIMIT = 5_000;
const seen = new ExpiringMap<string, true>({ ttlMs: ONCE_MS, limit: LIMIT });
/** A path is short; an address that somebody makes up need not be. */
const MAX_PATH = 200;

/**
 * Writes to the workspace's audit log that staff look at a path, before they see anything of it. Its query stays out: it
 * may hold words that were searched for.
 */
export async function noteViewed(ctx: Ctx, path: string): Promise<void> {
  if (ctx.actor.type !== "staff") return;
  const target = (path.split("?")[0] ?? "").slice(0, MAX_PATH);
  const key = `${ctx.workspaceId} ${ctx.actor.id} ${target}`;
  if (seen.get(key)) return;
  await mutate(ctx, { run: [], audit: { action: "staff_access.viewed", target } });
  seen.set(key, true);
}
