import { tell } from "@/lib/identity/notices";
import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { selectConnection, toConnection } from "./connection";

const DAY_MS = 86_400_000;
/** When owners are told, in days before the last certificate runs out: to have one made, and to be in a hurry. */
const DAYS_LEFT = [30, 7];

/**
 * Tells the owners, in the audit log and by a notice, that the identity provider's last certificate is about to run out or
 * has: once at each of these times, however often it is asked. With a successor that is valid for longer there is
 * nothing to tell.
 */
export async function warnOfCertificates(ctx: Ctx): Promise<void> {
  await mutate(ctx, async (tx) => {
    const nothing = { result: undefined, audit: null };
    const row = await tx.one(selectConnection(ctx.workspaceId).select("warned").forUpdate());
    if (row === undefined) return nothing;
    const { warned, ...stored } = row;
    const [last] = toConnection(stored).certificates.toSorted((a, b) => (a.not_after < b.not_after ? 1 : -1));
    if (last === undefined) return nothing;
    const leftMs = Date.parse(last.not_after) - Date.parse(ctx.now());
    const stages = DAYS_LEFT.filter((days) => leftMs <= days * DAY_MS).map(
      (days) => `${last.fingerprint} ${days}`,
    );
    const [stage] = stages.filter((one) => !warned.includes(one)).reverse();
    if (stage === undefined) return nothing;
    const { workspaceId } = ctx;
    await tx.batch(
      // Of certificates that are not the last any more nothing need be known.
      db.updateTable("sso_connections").set({ warned: stages }).where("workspace_id", "=", ctx.workspaceId),
      tell({ workspaceId, kind: "sso.certificate_expiring", subject: workspaceId, stage, now: ctx.now() }),
    );
    const after = { fingerprint: last.fingerprint, not_after: last.not_after };
    return {
      result: undefined,
      audit: { action: "sso.certificate_expiring", target: ctx.workspaceId, after },
    };
  });
}
