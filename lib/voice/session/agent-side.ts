import type { Event, Notice } from "@/lib/calls/conversation";
import { AppError } from "@/lib/platform/errors";
import type { Expectation } from "../providers/port";
import { makeActing } from "./acting";
import type { FlowEvent } from "./flow";
import { type Held, warn } from "./held";
import type { Told } from "./line";
import { makeNotices } from "./notices";
import { AHEAD_MS, everyTick, makePlayout } from "./playout";
import { makePuttingThrough } from "./put-through";

type Given = {
  held: Held;
  /** Undefined where nobody can be shown anything. */
  tell: ((told: Told) => void) | undefined;
  happened(event: FlowEvent): void;
  /** How somebody who is not understood may answer by keys. */
  hint(expectation: Expectation): string | null;
  /** A frame is on its way to the line. */
  sent(frame: Int16Array): void;
  /** When the caller's last words were noticed and known. */
  marks(): { noticedMs: number; heardMs: number };
  /** Something of the line's own has begun or ended to be said. */
  changed(): void;
  /** The call cannot be gone on with here. */
  lost(): void;
};

export type AgentSide = ReturnType<typeof makeAgentSide>;

/** The agent's half of a spoken call: what it thinks is spoken, and what is spoken is played, frame by frame. */
export function makeAgentSide({ held, tell, happened, hint, sent, marks, changed, lost }: Given) {
  const { speaker } = held.providers;
  const nowMs = () => held.call.nowMs();
  const lagMs = () => AHEAD_MS + held.line.lagMs;
  let expectation: Expectation = { kind: "open", language: held.call.config.language };

  const voiceFailed = (error: unknown) => {
    warn(held, error, "the voice failed");
    happened({ type: "hung_up", reason: "carrier_error", atMs: nowMs() });
  };
  const playout = makePlayout((frames) => {
    for (const frame of frames) {
      sent(frame);
      held.recording?.frame("agent", frame, nowMs());
    }
    held.line.send(frames);
  });
  const notices = makeNotices({
    speaker,
    voice: held.call.config.voice_id ?? "",
    playout,
    lagMs,
    nowMs,
    failed: voiceFailed,
    changed,
  });
  const through = makePuttingThrough(held, notices);
  const actingNow = () =>
    makeActing({
      call: held.call,
      speaker,
      playout,
      lagMs,
      tell,
      happened,
      expects: (next) => {
        expectation = next;
      },
      hint,
      marks,
      hold: async (text) => (await notices.say(text)).whole,
      transfer: held.line.transfer === undefined ? undefined : through.transfer,
      voiceFailed,
      failed: (error) => {
        // Another has taken the call over, or nothing can be stored: it is not ours to go on with.
        if (!(error instanceof AppError)) warn(held, error, "a spoken call could not go on");
        lost();
      },
    });
  let acting = actingNow();
  const stopTicks = everyTick(playout.tick);

  return {
    notices,
    through,
    /** What the agent is asking for now. */
    expectation: () => expectation,
    act: (event: Event) => acting.act(event),
    /** Keeps a turn of the line itself, behind what is under way. */
    note: (notice: Notice) => acting.note(notice),
    /** Cuts off what is being said and thought, here and on the line. */
    hush(): void {
      acting.interrupt();
      playout.clear();
      held.line.clear();
      held.recording?.cleared(nowMs());
    },
    pause: playout.pause,
    resume: playout.resume,
    late: playout.late,
    /** The call has been taken anew. */
    retake(): void {
      acting = actingNow();
    },
    close(): void {
      notices.cut();
      stopTicks();
      acting.interrupt();
      playout.clear();
      speaker.close();
    },
  };
}
