import { type HeldJoin, renewJoin } from "@/lib/calls/joins";
import { checkMemberAccess } from "@/lib/identity/auth";
import type { Ctx } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";

/** As for event streams: revoked access ends a connection within two seconds (product.md, "API keys"). */
const CHECK_MS = 1_000;
const RENEW_MS = 5_000;

const CAPABILITIES = { take_over: "calls.take_over", listen: "calls.listen" } as const;

/** Whether the member of a join still has their session and the role for it. */
export const hasAccess = (ctx: Ctx, { kind, memberId, sessionId }: HeldJoin): Promise<boolean> =>
  checkMemberAccess(
    {
      sessionId,
      workspaceId: ctx.workspaceId,
      environment: ctx.environment,
      memberId,
      capability: CAPABILITIES[kind],
    },
    ctx.now(),
  );

/** Calls `onRevoked` when the member has lost their session or role, until the returned function is called. Renews the join. */
export function watchAccess(ctx: Ctx, join: HeldJoin, onRevoked: () => void): () => void {
  const check = setInterval(() => {
    // A failed check decides nothing, as for event streams: the next one does.
    hasAccess(ctx, join).then(
      (isAllowed) => {
        if (!isAllowed) onRevoked();
      },
      (error: unknown) => log.warn({ err: error }, "the access of a member in a call could not be checked"),
    );
  }, CHECK_MS);
  const renew = setInterval(() => {
    renewJoin(ctx, join.id).catch((error: unknown) =>
      log.warn({ err: error }, "a member in a call could not be renewed"),
    );
  }, RENEW_MS);
  return () => {
    clearInterval(check);
    clearInterval(renew);
  };
}
