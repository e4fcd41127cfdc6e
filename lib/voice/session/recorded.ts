import { isRefusal, type Recording } from "@/lib/recordings";
import type { Expectation } from "../providers/port";
import type { Words } from "./flow";
import { type makeNotices, ONLY_RECORDED, UNRECORDED } from "./notices";

/** Where 9 is no answer, it declines a recording. */
const NINE_DECLINES: readonly Expectation["kind"][] = ["open", "yes_no", "text", "email"];

type Given = {
  /** Null where nothing is recorded. */
  recording: Recording | null;
  notices: ReturnType<typeof makeNotices>;
  nowMs(): number;
  /** Whether all that was sent to the caller has been heard. */
  heard(): Promise<boolean>;
  /** The caller has gone, or the call is over: nobody is told anything any more. */
  isOver(): boolean;
  /** Resolves once nobody else wants the call. */
  ours(): Promise<void>;
  /** Cuts off whatever is being said or thought. */
  hush(): void;
  sayings: { begin(): void; finish(): void };
  /** The recording may not be declined, and was. */
  refused(): void;
};

/**
 * Consent to the recording of a call, as its line lives it: the announcement comes before the conversation begins, and
 * meanwhile only a refusal is heeded; a refusal later on is answered, and is no part of the conversation.
 */
export function makeRecorded({
  recording,
  notices,
  nowMs,
  heard,
  isOver,
  ours,
  hush,
  sayings,
  refused,
}: Given) {
  let beforehand = false;
  let announcing = false;
  /** What was begun to be said beforehand may end behind it. */
  const early = { speaking: false, recognising: 0 };
  let declining: Promise<void> = Promise.resolve();

  const answer = async (over: boolean): Promise<void> => {
    await notices.say(over ? ONLY_RECORDED : UNRECORDED);
    if (over) refused();
  };
  /** What was taken is destroyed at once, and the caller is told. */
  const declined = (by: "words" | "key"): Promise<void> => {
    const asked = recording?.happen({ type: "declined", by, atMs: nowMs() }) ?? [];
    notices.cut();
    hush();
    declining = answer(asked.includes("refuse"));
    return declining;
  };
  /** Says the announcement. True where it was heard to its end. */
  const announce = async (announcement: string): Promise<boolean> => {
    announcing = true;
    const whole = (await notices.say(announcement)) && (await heard());
    announcing = false;
    return whole;
  };
  const refuses = (words: Words | null): boolean =>
    words !== null && recording?.mayDecline() === true && isRefusal(words.text);

  return {
    beforehand: () => beforehand,
    declined,
    refuses,
    /** The line is lost: what of the announcement was on its way did not come. */
    lost(): void {
      if (announcing) notices.cut();
    },
    /** Announces the recording where that is due, again where it was not heard. Resolves when the conversation can begin. */
    async begin(): Promise<void> {
      let asked = recording?.happen({ type: "began", atMs: nowMs() }) ?? [];
      if (recording === null || !asked.includes("announce")) return;
      beforehand = true;
      while (asked.includes("announce") && !isOver()) {
        const whole = await announce(recording.announcement);
        await ours();
        if (isOver()) break;
        asked = recording.happen({ type: "announced", whole, atMs: nowMs() });
      }
      await declining;
      beforehand = false;
    },
    /** True where the speech that begins is heeded here alone. */
    speechStarted(): boolean {
      if (!beforehand) return false;
      early.speaking = true;
      sayings.begin();
      return true;
    },
    speechEnded(): boolean {
      if (!early.speaking) return false;
      early.speaking = false;
      early.recognising++;
      sayings.finish();
      return true;
    },
    heard(words: Words | null): boolean {
      if (early.recognising === 0) return false;
      early.recognising--;
      if (refuses(words)) void declined("words");
      return true;
    },
    /** Whether this key declines now. */
    isRefusal: (key: string, typing: boolean, { kind }: Expectation): boolean =>
      key === "9" &&
      recording?.mayDecline() === true &&
      (beforehand || (!typing && NINE_DECLINES.includes(kind))),
  };
}
