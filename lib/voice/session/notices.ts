import type { Synthesizer } from "@/lib/agents/providers/schema";
import type { Playback } from "@/lib/calls/conversation";
import type { Playout } from "./playout";
import { createSpeech } from "./speech";

type Options = {
  synthesizer: Synthesizer;
  voice: string;
  playout: Playout;
  lagMs(): number;
  nowMs(): number;
  failed(error: unknown): void;
  /** An announcement has started or ended. */
  changed(): void;
};

/** The language of all sentences here. Announcements with further languages name theirs. */
const NOTICE_LANGUAGE = "en";
/** For a caller who declines to be recorded, or whose answer stays unclear. */
export const UNRECORDED = "All right. This call is not being recorded.";
/** If the agent cannot continue unrecorded. */
export const ONLY_RECORDED = "I am sorry, I cannot continue this call without recording it.";
export const GOODBYE = "Goodbye.";
export const OFFER_HUMAN = "Shall I put you through to a person? Say yes, or press 1.";
export const NO_HUMAN = "I am sorry, no one can be reached right now.";
/** After a withdrawn 9. */
export const STILL_RECORDED = "All right. The recording continues.";

/** Asked if the answer to the announcement was not understood. */
export const mayRecord = (allowsOptOut: boolean): string =>
  allowsOptOut
    ? "May I record this call? Say yes, or press 1. Say no, or press 9, if you do not want that."
    : "May I record this call? Say yes, or press 1. If you say no, or press 9, I cannot continue the call.";
/** Asked after a lone 9. */
export const shallStop = (allowsOptOut: boolean): string =>
  allowsOptOut
    ? "You pressed 9. Shall I stop recording this call? Say yes, or say no to continue the recording."
    : "You pressed 9. Shall I stop recording? I cannot continue the call without it. Say yes, or say no to continue.";

/** Before a transfer. */
export const ONE_MOMENT = "One moment, please.";

export type Notices = ReturnType<typeof createNotices>;

/**
 * Speaks sentences outside the conversation: the announcement of a recording, and the response to a refusal.
 */
export function createNotices({ synthesizer, voice, playout, lagMs, nowMs, failed, changed }: Options) {
  let stop: AbortController | null = null;
  return {
    /** Whether an announcement is being played. */
    saying: () => stop !== null,
    /** Resolves once it was heard (`isComplete`), was interrupted or could not be spoken. */
    async say(text: string, language: string = NOTICE_LANGUAGE): Promise<Playback> {
      const controller = new AbortController();
      stop?.abort();
      stop = controller;
      changed();
      const { signal } = controller;
      const speech = createSpeech({
        synthesizer,
        voice,
        language,
        playout,
        signal,
        lagMs: lagMs(),
        nowMs,
        askedMs: null,
        onStarted: () => undefined,
        failed,
      });
      speech.push(text);
      const played = await speech.played(null);
      if (stop === controller) stop = null;
      changed();
      return played;
    },
    interrupt(): void {
      stop?.abort();
      stop = null;
    },
  };
}
