import type { Expectation } from "@/lib/agents/providers/schema";
import type { Notice } from "@/lib/calls/conversation";
import { type Answer, isRefusal, type LineAction, type Recording } from "@/lib/calls/recordings";
import { createAnswerWindow } from "./answer-window";
import type { Words } from "./call-state-machine";
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

/** The stored text of a refusal that is not quoted, as it can contain more than the refusal. */
export const DECLINED = {
  words: "The caller declined the recording.",
  key: "The caller declined the recording with key 9.",
};

type Options = {
  /** Null if the call is not recorded. */
  recording: Recording | null;
  notices: Pick<Notices, "say" | "interrupt">;
  nowMs(): number;
  /** Stores a turn of the line itself, in order. */
  note(notice: Notice): void;
  /** Whether the caller has heard all sent audio. */
  waitForPlayback(): Promise<boolean>;
  /** Whether received audio waits to be judged. */
  isBehind(): boolean;
  /** The caller has left, or the call is over: nothing more is said. */
  isOver(): boolean;
  /** Resolves once no other process requests the call. */
  waitUntilOwned(): Promise<void>;
  /** Interrupts any speech or thinking. */
  stopSpeaking(): void;
  sayings: { begin(): void; finish(): void };
  /** Transfers the caller to a human; undefined if there is none. Resolves with whether one has answered. */
  human(): (() => Promise<boolean>) | undefined;
  /** The call cannot continue unrecorded, and the recording was declined. */
  refused(reason: "declined" | "transferred"): void;
};

/**
 * The consent dialog of a call's recording. The announcement and its answer window precede the conversation,
 * and until then only the answer is processed. A later refusal is handled outside the conversation.
 */
export function createRecordingDialog(options: Options) {
  const { recording, notices, nowMs, note, isOver, refused } = options;
  const window = createAnswerWindow(options.isBehind);
  /** All speech and keys of the caller concern the recording now. */
  let isDeciding = false;
  let isOfferingHuman = false;
  let announcing = false;
  let acknowledging: Promise<void> = Promise.resolve();
  let saying: Promise<unknown> = Promise.resolve();

  /**
   * Speaks a sentence of the line, and stores what was heard of it. Returns true if it was heard to its end.
   */
  const say = async (text: string, kind: Notice["kind"]): Promise<boolean> => {
    const playing = (async () => {
      const { isComplete, ...part } = await notices.say(text);
      // Only a sentence that needs an answer must have been heard completely.
      const isHeard = isComplete && (kind === "recording_acknowledged" || (await options.waitForPlayback()));
      if (part.text !== "")
        note({ kind, text: part.text, startMs: part.startMs, endMs: part.endMs, interrupted: !isComplete });
      return isHeard;
    })();
    saying = playing;
    return playing;
  };
  /** Speaks a sentence that can be answered from its first word on. */
  const sayAnswerable = async (text: string, kind: Notice["kind"]): Promise<boolean> => {
    window.begin(text, kind === "recording_announced");
    const isHeard = await say(text, kind);
    window.finishPlaying();
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
  /** Informs the caller of a decision's consequence. */
  async function acknowledge(actions: readonly LineAction[]): Promise<void> {
    if (actions.includes("go_on")) await say(UNRECORDED, "recording_acknowledged");
    if (!actions.includes("refuse")) return;
    isDeciding = true;
    await say(ONLY_RECORDED, "recording_acknowledged");
    const put = options.human();
    const isPutThrough = put !== undefined && !isOver() && (await offerHuman(put));
    if (!isPutThrough) await say(GOODBYE, "recording_acknowledged");
    refused(isPutThrough ? "transferred" : "declined");
  }
  /** Stored audio is destroyed immediately, and the caller is informed. */
  function declined(by: "words" | "key", words: Words | null = null): Promise<void> {
    const actions = recording?.dispatchEvent({ type: "declined", by, atMs: nowMs() }) ?? [];
    notices.interrupt();
    window.close();
    options.stopSpeaking();
    const atMs = nowMs();
    const { startMs, endMs } = words ?? { startMs: atMs, endMs: atMs };
    const before = saying;
    acknowledging = (async () => {
      await before;
      note({ kind: "recording_declined", text: DECLINED[by], startMs, endMs });
      await acknowledge(actions);
    })();
    return acknowledging;
  }
  function answered(answer: Answer): LineAction[] {
    if (recording === null) return [];
    const couldDecline = mayDecline();
    const atMs = nowMs();
    const actions = recording.dispatchEvent({ type: "answered", answer, atMs });
    // A 9 that was not withdrawn.
    if (couldDecline && !mayDecline())
      note({ kind: "recording_declined", text: DECLINED.key, startMs: atMs, endMs: atMs });
    return actions;
  }
  /** Waits for the answer, and applies it. */
  async function listen(): Promise<{ actions: LineAction[]; words: Words | null }> {
    const { answer, words } = await window.wait(windowMs());
    await options.waitUntilOwned();
    return { actions: isOver() ? [] : answered(answer), words };
  }
  async function ask(): Promise<{ actions: LineAction[]; words: Words | null }> {
    if (recording === null) return { actions: [], words: null };
    const text = recording.question() === "stop" ? shallStop : mayRecord;
    const isHeard = await sayAnswerable(text(recording.allowsOptOut), "recording_asked");
    await options.waitUntilOwned();
    if (isOver()) return { actions: [], words: null };
    const early = window.answer();
    if (isHeard && early !== "yes" && early !== "no") return listen();
    const answer = early === "silence" ? "unclear" : early;
    return { actions: answered(answer), words: null };
  }
  async function announce(): Promise<LineAction[]> {
    if (recording === null) return [];
    announcing = true;
    const isComplete = await sayAnswerable(recording.announcement, "recording_announced");
    announcing = false;
    await options.waitUntilOwned();
    return isOver() ? [] : recording.dispatchEvent({ type: "announced", isComplete, atMs: nowMs() });
  }
  /**
   * Announces, listens and asks until the recording is decided. Returns the caller's words that belong to the
   * conversation.
   */
  async function decide(first: LineAction[]): Promise<Words | null> {
    let words: Words | null = null;
    isDeciding = true;
    for (let actions = first; actions.length > 0 && !isOver(); ) {
      if (actions.includes("announce")) actions = await announce();
      else if (actions.includes("listen") || actions.includes("ask")) {
        const answered = await (actions.includes("listen") ? listen() : ask());
        actions = answered.actions;
        words = answered.words ?? words;
      } else {
        acknowledging = acknowledge(actions);
        break;
      }
    }
    await acknowledging;
    isDeciding = false;
    return words;
  }
  /** Whether an answer refuses the recording immediately, before its window closes. */
  const isDecliningNow = (answer: Answer, words: Words): boolean => {
    if (!mayDecline() || isOfferingHuman || answer !== "no") return false;
    // Here a no continues the recording, unless it says otherwise.
    return recording?.question() !== "stop" || isRefusal(words.text);
  };
  /** Collects words said during the decision. */
  function take(words: Words | null): void {
    const answer = window.handleWords(words);
    if (words === null || answer === null) return;
    if (isDecliningNow(answer, words)) void declined("words", words);
    else if ((isOfferingHuman || isAsking()) && (answer === "yes" || answer === "no")) settle();
  }
  /** The question is answered: its playback and the wait end. */
  function settle(): void {
    notices.interrupt();
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
    /** Whether current speech and keys answer an announcement or a question. */
    isDeciding: () => isDeciding,
    /** The transcriber's expected answers. */
    expectation: (language: string): Expectation => ({
      kind: recording?.question() === "announcement" || announcing ? "open" : "yes_no",
      topic: "recording",
      language,
    }),
    declined,
    refuses: (words: Words | null): boolean => words !== null && mayDecline() && isRefusal(words.text),
    /** The line is lost: pending parts of the announcement were not heard, and the caller cannot answer. */
    lost(): void {
      if (announcing) notices.interrupt();
      window.pause();
    },
    back: window.resume,
    /**
     * Announces the recording if required, and waits for the answer; or continues as its consent so far allows.
     * Resolves when the conversation can start.
     */
    async begin(type: "began" | "resumed" = "began"): Promise<Words | null> {
      const actions = recording?.dispatchEvent({ type, atMs: nowMs() }) ?? [];
      return actions.length === 0 ? null : decide(actions);
    },
    /** Whether a lone 9 must be asked about. */
    mayDoubt: (): boolean => recording?.isRecording() === true,
    /**
     * Asks about a lone 9. Returns whether the recording continues, and words that belong to the
     * conversation.
     */
    async doubt(): Promise<{ continues: boolean; words: Words | null }> {
      const actions = recording?.dispatchEvent({ type: "doubted", atMs: nowMs() }) ?? [];
      const words = await decide(actions);
      const continues = recording?.isRecording() === true;
      if (continues && !isOver()) await say(STILL_RECORDED, "recording_acknowledged");
      return { continues, words };
    },
    /** True if speech that starts now is processed here alone. */
    speechStarted(): boolean {
      if (!isDeciding) return false;
      window.speechStarted();
      options.sayings.begin();
      return true;
    },
    speechEnded(): boolean {
      if (!window.isSpeaking()) return false;
      window.speechEnded();
      options.sayings.finish();
      return true;
    },
    handleWords(words: Words | null): boolean {
      if (!window.isExpecting()) return false;
      take(words);
      return true;
    },
    /** True if the key is processed here alone. */
    key(key: string): boolean {
      if (isDeciding) keyWhileDeciding(key);
      return isDeciding;
    },
    /** The call is over: nothing is waited for. */
    close: window.close,
  };
}
