import type { Notice } from "@/lib/calls/conversation";
import { type Answer, type Asked, isRefusal, type Recording } from "@/lib/calls/recordings";
import type { Expectation } from "../providers/port";
import { makeAnswerWindow } from "./answer-window";
import type { Words } from "./flow";
import {
  GOODBYE,
  mayRecord,
  NO_HUMAN,
  type Notices,
  OFFER_HUMAN,
  ONLY_RECORDED,
  STILL_RECORDED,
  shallStop,
  UNRECORDED,
} from "./notices";

/** What is said with a refusal where its words are not repeated: they may hold more than the refusal. */
const DECLINED = {
  words: "The caller declined the recording.",
  key: "The caller declined the recording with key 9.",
};

type Given = {
  /** Null where nothing is recorded. */
  recording: Recording | null;
  notices: Pick<Notices, "say" | "cut">;
  nowMs(): number;
  /** Keeps a turn of the line itself, in the order of the calls. */
  note(notice: Notice): void;
  /** Whether all that was sent to the caller has been heard. */
  heard(): Promise<boolean>;
  /** The caller has gone, or the call is over: nobody is told anything any more. */
  isOver(): boolean;
  /** Resolves once nobody else wants the call. */
  ours(): Promise<void>;
  /** Cuts off whatever is being said or thought. */
  hush(): void;
  sayings: { begin(): void; finish(): void };
  /** Puts the caller through to a human; undefined where there is none. Resolves with whether one has taken over. */
  human(): (() => Promise<boolean>) | undefined;
  /** The recording may not be declined, and was. */
  refused(reason: "declined" | "transferred"): void;
};

/**
 * Consent to the recording of a call, as its line lives it: the announcement and the window to answer it come before the
 * conversation begins, and meanwhile nothing but the answer is heeded; a refusal later on is answered, and is no part of
 * the conversation.
 */
export function makeRecorded(given: Given) {
  const { recording, notices, nowMs, note, isOver, refused } = given;
  const window = makeAnswerWindow();
  /** All that the caller says and types now is for the recording. */
  let isDeciding = false;
  let isOfferingHuman = false;
  let announcing = false;
  let acknowledging: Promise<void> = Promise.resolve();
  let saying: Promise<unknown> = Promise.resolve();

  /** Says something of the line's own, and keeps it as far as it was heard. True where that is to its end. */
  const say = async (text: string, kind: Notice["kind"]): Promise<boolean> => {
    const said = (async () => {
      const { whole, ...part } = await notices.say(text);
      // Only what is to be answered must have come to the other side's ear.
      const isHeard = whole && (kind === "recording_acknowledged" || (await given.heard()));
      if (part.text !== "")
        note({ kind, text: part.text, startMs: part.startMs, endMs: part.endMs, interrupted: !whole });
      return isHeard;
    })();
    saying = said;
    return said;
  };
  /** Says something that can be answered from its first word on. */
  const sayAnswerable = async (text: string, kind: Notice["kind"]): Promise<boolean> => {
    window.begin(text, kind === "recording_announced");
    const isHeard = await say(text, kind);
    window.said();
    return isHeard;
  };
  const windowMs = () => recording?.answerWindowMs ?? 0;
  const mayDecline = () => recording?.mayDecline() === true;
  const isAsking = () => recording?.question() === "may_record" || recording?.question() === "stop";

  async function offerHuman(put: () => Promise<boolean>): Promise<boolean> {
    isOfferingHuman = true;
    const isHeard = await sayAnswerable(OFFER_HUMAN, "recording_asked");
    const { answer } =
      isHeard && window.answer() === "silence" && !isOver()
        ? await window.wait(windowMs())
        : { answer: window.answer() };
    isOfferingHuman = false;
    if (answer !== "yes" || isOver()) return false;
    if (await put()) return true;
    await say(NO_HUMAN, "recording_acknowledged");
    return false;
  }
  /** Tells the caller what follows from a decision. */
  async function acknowledge(asked: readonly Asked[]): Promise<void> {
    if (asked.includes("go_on")) await say(UNRECORDED, "recording_acknowledged");
    if (!asked.includes("refuse")) return;
    isDeciding = true;
    await say(ONLY_RECORDED, "recording_acknowledged");
    const put = given.human();
    const isPutThrough = put !== undefined && !isOver() && (await offerHuman(put));
    if (!isPutThrough) await say(GOODBYE, "recording_acknowledged");
    refused(isPutThrough ? "transferred" : "declined");
  }
  /** What was taken is destroyed at once, and the caller is told. */
  function declined(by: "words" | "key", words: Words | null = null): Promise<void> {
    const asked = recording?.happen({ type: "declined", by, atMs: nowMs() }) ?? [];
    notices.cut();
    window.close();
    given.hush();
    const atMs = nowMs();
    const { startMs, endMs } = words ?? { startMs: atMs, endMs: atMs };
    const before = saying;
    acknowledging = (async () => {
      await before;
      note({ kind: "recording_declined", text: DECLINED[by], startMs, endMs });
      await acknowledge(asked);
    })();
    return acknowledging;
  }
  function answered(answer: Answer): Asked[] {
    if (recording === null) return [];
    const couldDecline = mayDecline();
    const atMs = nowMs();
    const asked = recording.happen({ type: "answered", answer, atMs });
    // A 9 that was not taken back.
    if (couldDecline && !mayDecline())
      note({ kind: "recording_declined", text: DECLINED.key, startMs: atMs, endMs: atMs });
    return asked;
  }
  /** Waits for the answer, and takes it. */
  async function listen(): Promise<{ asked: Asked[]; words: Words | null }> {
    const { answer, words } = await window.wait(windowMs());
    await given.ours();
    return { asked: isOver() ? [] : answered(answer), words };
  }
  async function ask(): Promise<{ asked: Asked[]; words: Words | null }> {
    if (recording === null) return { asked: [], words: null };
    const text = recording.question() === "stop" ? shallStop : mayRecord;
    const isHeard = await sayAnswerable(text(recording.allowsOptOut), "recording_asked");
    await given.ours();
    if (isOver()) return { asked: [], words: null };
    const early = window.answer();
    if (isHeard && early !== "yes" && early !== "no") return listen();
    const answer = early === "silence" ? "unclear" : early;
    return { asked: answered(answer), words: null };
  }
  async function announce(): Promise<Asked[]> {
    if (recording === null) return [];
    announcing = true;
    const whole = await sayAnswerable(recording.announcement, "recording_announced");
    announcing = false;
    await given.ours();
    return isOver() ? [] : recording.happen({ type: "announced", whole, atMs: nowMs() });
  }
  /** Announces, listens and asks until it is decided. Answers the caller's words that are the conversation's. */
  async function decide(first: Asked[]): Promise<Words | null> {
    let words: Words | null = null;
    isDeciding = true;
    for (let asked = first; asked.length > 0 && !isOver(); ) {
      if (asked.includes("announce")) asked = await announce();
      else if (asked.includes("listen") || asked.includes("ask")) {
        const answered = await (asked.includes("listen") ? listen() : ask());
        asked = answered.asked;
        words = answered.words ?? words;
      } else {
        acknowledging = acknowledge(asked);
        break;
      }
    }
    await acknowledging;
    isDeciding = false;
    return words;
  }
  /** Whether an answer refuses the recording at once, before its window closes. */
  const isDecliningNow = (answer: Answer, words: Words): boolean => {
    if (!mayDecline() || isOfferingHuman || answer !== "no") return false;
    // There a no continues the recording, unless it says which.
    return recording?.question() !== "stop" || isRefusal(words.text);
  };
  /** Takes in what was said while it was to be decided. */
  function take(words: Words | null): void {
    const answer = window.heard(words);
    if (words === null || answer === null) return;
    if (isDecliningNow(answer, words)) void declined("words", words);
    else if ((isOfferingHuman || isAsking()) && (answer === "yes" || answer === "no")) settle();
  }
  /** A question is answered: it is not said to its end, and nothing more is waited for. */
  function settle(): void {
    notices.cut();
    window.close();
  }
  function keyWhileDeciding(key: string): void {
    if (key === "1" && (isOfferingHuman || isAsking())) {
      window.key("yes");
      settle();
    } else if (key === "9" && isOfferingHuman) {
      window.key("no");
      settle();
    } else if (key === "9" && mayDecline()) void declined("key");
  }

  return {
    /** Whether what is said and typed now is the answer to an announcement or a question. */
    isDeciding: () => isDeciding,
    /** What the transcriber is to listen for in an answer. */
    expectation: (language: string): Expectation => ({
      kind: recording?.question() === "announcement" || announcing ? "open" : "yes_no",
      about: "recording",
      language,
    }),
    declined,
    refuses: (words: Words | null): boolean => words !== null && mayDecline() && isRefusal(words.text),
    /** The line is lost: what of the announcement was on its way did not come, and nobody can answer. */
    lost(): void {
      if (announcing) notices.cut();
      window.pause();
    },
    back: window.resume,
    /** Announces the recording where that is due, and waits for the answer. Resolves when the conversation can begin. */
    async begin(): Promise<Words | null> {
      const asked = recording?.happen({ type: "began", atMs: nowMs() }) ?? [];
      return asked.length === 0 ? null : decide(asked);
    },
    /** Whether a lone 9 is to be asked about. */
    mayDoubt: (): boolean => recording?.isRecording() === true,
    /** Asks about a lone 9. Answers whether the recording continues, and words that are the conversation's. */
    async doubt(): Promise<{ continues: boolean; words: Words | null }> {
      const asked = recording?.happen({ type: "doubted", atMs: nowMs() }) ?? [];
      const words = await decide(asked);
      const continues = recording?.isRecording() === true;
      if (continues && !isOver()) await say(STILL_RECORDED, "recording_acknowledged");
      return { continues, words };
    },
    /** True where the speech that begins is heeded here alone. */
    speechStarted(): boolean {
      if (!isDeciding) return false;
      window.speechStarted();
      given.sayings.begin();
      return true;
    },
    speechEnded(): boolean {
      if (!window.isSpeaking()) return false;
      window.speechEnded();
      given.sayings.finish();
      return true;
    },
    heard(words: Words | null): boolean {
      if (!window.isExpecting()) return false;
      take(words);
      return true;
    },
    /** True where the key is heeded here alone. */
    key(key: string): boolean {
      if (isDeciding) keyWhileDeciding(key);
      return isDeciding;
    },
    /** The call is over: nothing more is waited for. */
    close: window.close,
  };
}
