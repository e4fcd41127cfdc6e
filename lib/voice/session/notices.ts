import type { Speaker } from "../providers/port";
import type { Playout } from "./playout";
import { makeSpeech } from "./speech";

type Given = {
  speaker: Speaker;
  voice: string;
  playout: Playout;
  lagMs(): number;
  nowMs(): number;
  failed(error: unknown): void;
};

/** Said to somebody who declines to be recorded. */
export const UNRECORDED = "All right. This call is not being recorded.";
/** Where the agent may not go on unrecorded. */
export const ONLY_RECORDED = "I am sorry, I cannot go on without recording this call. Goodbye.";

/** Said before a caller is put through. */
export const ONE_MOMENT = "One moment, please.";

/** Says what is no part of the conversation: the announcement of a recording, and the answer to a refusal. */
export function makeNotices({ speaker, voice, playout, lagMs, nowMs, failed }: Given) {
  let stop: AbortController | null = null;
  return {
    /** Whether something is being said now. */
    saying: () => stop !== null,
    /** Resolves once it has been heard (true), or was cut off or could not be said. */
    async say(text: string): Promise<boolean> {
      const mine = new AbortController();
      stop?.abort();
      stop = mine;
      const { signal } = mine;
      const speech = makeSpeech({
        speaker,
        voice,
        playout,
        signal,
        lagMs: lagMs(),
        nowMs,
        askedMs: null,
        began: () => undefined,
        failed,
      });
      speech.push(text);
      const { whole } = await speech.played(null);
      if (stop === mine) stop = null;
      return whole;
    },
    cut(): void {
      stop?.abort();
      stop = null;
    },
  };
}
