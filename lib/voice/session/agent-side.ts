import type { Expectation } from "@/lib/agents/providers/schema";
import type { ConversationEvent, Notice } from "@/lib/calls/conversation";
import { AppError } from "@/lib/platform/errors";
import { createAgentActor } from "./agent-actor";
import type { CallStateEvent } from "./call-state-machine";
import { createDucking } from "./ducking";
import { type HeldCall, warn } from "./held-call";
import type { LineMessage } from "./line";
import { createNotices } from "./notices";
import { AHEAD_MS, createPlayout, onTick } from "./playout";
import { createTransfer } from "./transfer";

type Options = {
  heldCall: HeldCall;
  /** Undefined if the line has no display. */
  tell: ((message: LineMessage) => void) | undefined;
  happened(event: CallStateEvent): void;
  /** The hint for callers who are not understood, how to answer by keys. */
  hint(expectation: Expectation): string | null;
  /** A frame is being sent to the line. */
  sent(frame: Int16Array): void;
  /** When the caller's last words were detected and known. */
  marks(): { noticedMs: number; heardMs: number };
  /** An announcement of the line has started or ended. */
  changed(): void;
  /** The call cannot be continued by this process. */
  lost(): void;
};

export type AgentSide = ReturnType<typeof createAgentSide>;

/** The agent's half of a spoken call: synthesizes its turns and plays them frame by frame. */
export function createAgentSide({ heldCall, tell, happened, hint, sent, marks, changed, lost }: Options) {
  const { synthesizer } = heldCall.providers;
  const nowMs = () => heldCall.call.nowMs();
  const lagMs = () => AHEAD_MS + heldCall.line.lagMs;
  let expectation: Expectation = { kind: "open", language: heldCall.call.config.language };

  const voiceFailed = (error: unknown) => {
    warn(heldCall, error, "the voice failed");
    happened({ type: "hung_up", reason: "carrier_error", atMs: nowMs() });
  };
  const ducking = createDucking();
  const playout = createPlayout((queued) => {
    const frames = queued.map(ducking.apply);
    for (const frame of frames) {
      sent(frame);
      heldCall.recording?.frame("agent", frame, nowMs());
    }
    heldCall.line.send(frames);
  });
  const notices = createNotices({
    synthesizer,
    voice: heldCall.call.config.voice_id ?? "",
    playout,
    lagMs,
    nowMs,
    failed: voiceFailed,
    changed,
  });
  const transfer = createTransfer(heldCall, notices);
  const actingNow = () =>
    createAgentActor({
      call: heldCall.call,
      synthesizer,
      playout,
      lagMs,
      display: tell,
      happened,
      expects: (next) => {
        expectation = next;
      },
      hint,
      marks,
      hold: async (text) => (await notices.say(text)).isComplete,
      transfer: heldCall.line.transfer === undefined ? undefined : transfer.transfer,
      voiceFailed,
      failed: (error) => {
        // Another process has taken the call over, or nothing can be stored, so this process stops.
        if (!(error instanceof AppError)) warn(heldCall, error, "a spoken call could not continue");
        lost();
      },
    });
  let acting = actingNow();
  const stopTicks = onTick(playout.tick);

  return {
    notices,
    through: transfer,
    /** The question that the agent asks now. */
    expectation: () => expectation,
    act: (event: ConversationEvent) => acting.act(event),
    /** Stores a turn of the line itself, after pending events. */
    note: (notice: Notice) => acting.note(notice),
    /** Stops speech and thinking, here and on the line. */
    stopSpeaking(): void {
      acting.interrupt();
      playout.clear();
      ducking.restore();
      heldCall.line.clear();
      heldCall.recording?.cleared(nowMs());
    },
    duck: ducking.duck,
    /** Pauses speech, here and on the line. Speech whose end has been sent plays on. */
    hold(): void {
      ducking.duck();
      if (!playout.hold()) return;
      heldCall.line.clear();
      heldCall.recording?.cleared(nowMs());
    },
    /** Continues paused speech with the words that were not heard. */
    restore(): void {
      ducking.restore();
      playout.release(lagMs());
    },
    pause: playout.pause,
    resume: playout.resume,
    late: playout.late,
    /** The call was acquired again. */
    retake(): void {
      acting = actingNow();
    },
    close(): void {
      notices.interrupt();
      stopTicks();
      acting.interrupt();
      playout.clear();
      synthesizer.close();
    },
  };
}
