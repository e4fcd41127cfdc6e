import { notifyMembers } from "@/lib/identity/notices";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { selectConnection, toConnection } from "./connection";

const DAY_MS = 86_400_000;
/**
 * Days before the last certificate expires at which owners are notified: one early notice and one urgent
 * notice.
 */
const DAYS_LEFT = [30, 7];

/**
 * Notifies the owners, with an audit event and a notice, that the identity provider's last certificate is
 * about to expire or has expired. Each stage is notified once, regardless of the number of runs. A
 * certificate with a later expiry prevents the notices.
 */
export async function notifyExpiringCertificates(ctx: Ctx): Promise<void> {
  await writeAudited(ctx, async (tx) => {
    const unchanged = { result: undefined, audit: null };
    const row = await tx.first(selectConnection(ctx.workspaceId).select("warned").forNoKeyUpdate());
    if (row === undefined) return unchanged;
    const { warned, ...stored } = row;
    const [last] = toConnection(stored).certificates.toSorted((a, b) => (a.not_after < b.not_after ? 1 : -1));
    if (last === undefined) return unchanged;
    const leftMs = Date.parse(last.not_after) - Date.parse(ctx.now());
    const stages = DAYS_LEFT.filter((days) => leftMs <= days * DAY_MS).map(
      (days) => `${last.fingerprint} ${days}`,
    );
    const [stage] = stages.filter((candidate) => !warned.includes(candidate)).reverse();
    if (stage === undefined) return unchanged;
    const { workspaceId } = ctx;
    await tx.batch(
      // Stages of earlier certificates are discarded.
      db.updateTable("sso_connections").set({ warned: stages }).where("workspace_id", "=", ctx.workspaceId),
      notifyMembers({
        workspaceId,
        kind: "sso.certificate_expiring",
        subject: workspaceId,
        stage,
        now: ctx.now(),
      }),
    );
    const after = { fingerprint: last.fingerprint, not_after: last.not_after };
    return {
      result: undefined,
      audit: { action: "sso.certificate_expiring", target: ctx.workspaceId, after },
    };
  });
}
