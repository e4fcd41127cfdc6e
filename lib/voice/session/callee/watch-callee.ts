import { log } from "@/lib/platform/log";
import type { Words } from "../call-state-machine";
import { createBeepDetector } from "./beep";
import { type Callee, type CalleeEvent, createCallee, detectCallee } from "./detect-callee";
import { classifyGreeting } from "./greeting-words";

/** After this time of the call, the greeting of a mailbox is over. */
const WATCH_MS = 60_000;
/** Words of a mailbox correct the verdict `person` until this time. Later they can be a person's own. */
const CORRECTION_MS = 15_000;

type Options = {
  language: string;
  nowMs(): number;
  /** Called when the decision changes. */
  onChange(callee: Callee): void;
};

export type CalleeWatch = ReturnType<typeof watchCallee>;

/**
 * Watches who has answered an outbound call: feeds speech, words, tones and the carrier's verdict to `detectCallee`. Time
 * passes with the frames of the line.
 */
export function watchCallee({ language, nowMs, onChange }: Options) {
  const beeps = createBeepDetector();
  const beganMs = nowMs();
  let state = createCallee(beganMs);

  function dispatch(event: CalleeEvent): void {
    const before = state.callee;
    state = detectCallee(state, event);
    if (state.callee === before) return;
    log.debug({ callee: state.callee, by: event.type }, "an outbound call was answered");
    onChange(state.callee);
  }
  return {
    callee: () => state.callee,
    frame(frame: Int16Array): void {
      const atMs = nowMs();
      if (atMs - beganMs > WATCH_MS) return;
      if (beeps.push(frame)) dispatch({ type: "beep", atMs });
      dispatch({ type: "time", atMs });
    },
    speechStarted: (atMs: number) => dispatch({ type: "speech_started", atMs }),
    speechEnded: (atMs: number) => dispatch({ type: "speech_ended", atMs }),
    words(words: Words | null): void {
      const kind = words === null ? null : classifyGreeting(words.text, language);
      const atMs = nowMs();
      const limitMs = state.callee === "person" ? CORRECTION_MS : WATCH_MS;
      if (kind !== null && atMs - beganMs <= limitMs) dispatch({ type: "greeting", kind, atMs });
    },
    carrier: (callee: "person" | "mailbox" | "recording") =>
      dispatch({ type: "carrier", callee, atMs: nowMs() }),
    screeningAnswered: () => dispatch({ type: "screening_answered", atMs: nowMs() }),
  };
}
