import { endJoin, type JoinEnd, startJoin } from "@/lib/calls/joins";
import { log } from "@/lib/platform/log";
import type { JoinedMember, MemberLine } from "../session/member";
import type { Wire } from "../transports/browser/wire";
import type { WaitingJoin } from "./call-joins";
import { hasAccess, watchAccess } from "./watch-access";

const joinSession = ({ join, session, unrecorded }: WaitingJoin, member: MemberLine) =>
  join.kind === "take_over" ? session.takeOver(member, join) : session.listen(member, unrecorded);

/** The messages of a member's browser. The audio of a listener goes nowhere. */
function passOn(joined: JoinedMember, wire: Wire): void {
  let isMuted = false;
  wire.serve({
    frame: (frame) => {
      if (!isMuted) joined.frame(frame);
    },
    missing: () => undefined,
    key: () => undefined,
    mute(muted) {
      isMuted = muted;
    },
    hangUp: () => joined.end("left"),
  });
}

/**
 * Serves the connection of a member until their part ends, for any reason. `closed` resolves when the connection is closed. Stores and
 * audits the beginning and the end.
 */
export async function serveMember(waiting: WaitingJoin, wire: Wire, closed: Promise<void>): Promise<void> {
  const { ctx, join, session } = waiting;
  const member: MemberLine = {
    send: (frame) => wire.send([frame]),
    display: (state) => wire.say({ type: "member", ...state }),
  };
  let end: (reason: JoinEnd) => void = () => undefined;
  const interrupted = new Promise<JoinEnd>((resolve) => {
    end = resolve;
  });
  // From the first moment: who is revoked while the caller is told hears nothing.
  const stopWatch = watchAccess(ctx, join, () => end("revoked"));
  void closed.then(() => end("lost"));
  wire.serve({
    frame: () => undefined,
    missing: () => undefined,
    key: () => undefined,
    mute: () => undefined,
    hangUp: () => end("left"),
  });
  wire.say({ type: "ready", call_id: session.callId, resume: null, resumed: false });
  let reason: JoinEnd = "call_ended";
  try {
    if (!(await hasAccess(ctx, join))) reason = "revoked";
    else if (await startJoin(ctx, join)) {
      const joined = await joinSession(waiting, member);
      if (typeof joined === "string") {
        wire.say({ type: "refused", reason: joined });
        reason = joined === "not_announced" || joined === "call_ended" ? joined : "call_ended";
      } else {
        void interrupted.then(joined.end);
        passOn(joined, wire);
        reason = await joined.ended;
      }
    }
  } finally {
    stopWatch();
    wire.close(reason);
    await endJoin(ctx, join, reason).catch((error: unknown) =>
      log.warn({ err: error }, "the end of a member's part in a call could not be stored"),
    );
  }
}
