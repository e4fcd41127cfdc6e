import { writeAudited } from "@/lib/platform/audit";
import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import { identityDb, identityQuery } from "@/lib/platform/db/identity";
import { newId } from "@/lib/platform/ids";
import { checkSession, forgetSession } from "./sessions";

const endStatement = (sid: string, now: string) =>
  identityDb
    .updateTable("sessions")
    .set({ ended_at: now })
    .where("id", "=", sid)
    .where("ended_at", "is", null);

/** Ends a session that opens no workspace, in whose audit log it could be recorded. */
async function endWithoutAudit(sid: string, now: string): Promise<void> {
  await identityQuery(endStatement(sid, now));
  forgetSession(sid);
}

/** Signs a session out. Does nothing if it has ended. `requestId` is for the audit log. */
export async function signOut(
  sid: string,
  { clock = systemClock, requestId = newId("req") }: { clock?: Clock; requestId?: string } = {},
): Promise<void> {
  const now = iso(clock.now());
  const session = await checkSession(sid, now);
  if (session === null || session === "not_open") return endWithoutAudit(sid, now);
  const { workspaceId, memberId, role } = session;
  await writeAudited(
    {
      workspaceId,
      actor: { type: "member", id: memberId, role },
      requestId,
      address: null,
      now: () => now,
    },
    {
      run: [endStatement(sid, now)],
      audit: { action: "session.ended", target: sid },
    },
  );
  forgetSession(sid);
}
