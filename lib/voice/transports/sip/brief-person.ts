import { setTimeout as pause } from "node:timers/promises";
import { FRAME_MS } from "@/lib/platform/audio";
import type { Leg } from "./place-leg";

/** How long a person has to press a key after they have heard the briefing once, and after its repetition. */
const ANSWER_MS = 8_000;
/** The briefing is played twice: the first words of a call are often missed. */
const TIMES = 2;

/** Accepts the caller; accepts without a recording; declines. */
const KEYS: Readonly<Record<string, PersonAnswer>> = { "1": "accepted", "9": "unrecorded", "2": "declined" };
export type PersonAnswer = "accepted" | "unrecorded" | "declined";

type Briefing = {
  speak(signal: AbortSignal): AsyncIterable<Int16Array>;
  /** Whether the person accepts only after they have heard all of it: it announces the recording. */
  mustBeHeard: boolean;
};

/**
 * Plays a briefing to the person who answered a transfer, in private, and waits for their key. An early 1 counts once the
 * announcement was heard. A mailbox presses none, so it counts as declined. Aborting, and a hang-up, decline.
 */
export async function briefPerson(
  { media, dialog }: Leg,
  briefing: Briefing,
  signal: AbortSignal,
): Promise<PersonAnswer> {
  const controller = new AbortController();
  const ended = AbortSignal.any([signal, controller.signal]);
  let hasHeard = !briefing.mustBeHeard;
  let hasAccepted = false;
  let accept: () => void = () => undefined;
  const answered = new Promise<PersonAnswer>((resolve) => {
    accept = () => {
      if (hasHeard && hasAccepted) resolve("accepted");
    };
    media.start({
      onFrame: () => undefined,
      onMissing: () => undefined,
      onKey: (key) => {
        const answer = KEYS[key];
        hasAccepted = answer === "accepted";
        if (hasAccepted) accept();
        else if (answer !== undefined) resolve(answer);
      },
    });
    void dialog.ended.then(() => resolve("declined"));
    ended.addEventListener("abort", () => resolve("declined"), { once: true });
  });
  const play = async (): Promise<PersonAnswer> => {
    for (let time = 0; time < TIMES && !ended.aborted; time++) {
      for await (const frame of briefing.speak(ended)) {
        if (ended.aborted) break;
        media.send(frame);
        await pause(FRAME_MS);
      }
      hasHeard ||= await media.waitForPlayback();
      accept();
      await pause(ANSWER_MS, undefined, { signal: ended }).catch(() => undefined);
    }
    return "declined";
  };
  try {
    return await Promise.race([answered, play()]);
  } finally {
    controller.abort();
    media.clear();
  }
}
