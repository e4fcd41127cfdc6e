import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { ExpiringMap } from "@/lib/platform/expiring-map";

/** A page repeats requests, so a path is audited once within this time. */
const DEDUPLICATION_MS = 30_000;
const LIMIT = 5_000;
const recentViews = new ExpiringMap<string, true>({ ttlMs: DEDUPLICATION_MS, limit: LIMIT });
/** Longer than any real path; a made-up path is cut. */
const MAX_PATH = 200;

/**
 * Audits that staff view a path, before the response is sent. The query is omitted, as it may contain search
 * terms.
 */
export async function auditStaffView(ctx: Ctx, path: string): Promise<void> {
  if (ctx.actor.type !== "staff") return;
  const target = (path.split("?")[0] ?? "").slice(0, MAX_PATH);
  const key = `${ctx.workspaceId} ${ctx.actor.id} ${target}`;
  if (recentViews.get(key)) return;
  await writeAudited(ctx, { run: [], audit: { action: "staff_access.viewed", target } });
  recentViews.set(key, true);
}
