import type { Expectation } from "@/lib/agents/providers/schema";
import { NOT_UNDERSTOOD_TEXT, type Notice } from "@/lib/calls/conversation";
import { FRAME_SAMPLES } from "@/lib/platform/audio";
import { countDroppedFrame } from "../load/counts";
import { recordDelay } from "../load/observed-delays";
import type { Vad } from "../providers/port";
import type { AgentSide } from "./agent-side";
import type { CallState, CallStateEvent, Words } from "./call-state-machine";
import { type CalleeDialog, createCalleeDialog } from "./callee/callee-dialog";
import { fitsExpectation } from "./digits-rule";
import { acceptsNine, dtmfPrompt, isKeypadFirst, keypadFirstPrompt } from "./dtmf";
import { createEarlyReplies } from "./early-replies";
import { createHearing } from "./hearing";
import { type HeldCall, warn } from "./held-call";
import { humanOf } from "./human";
import { createKeypad } from "./keypad";
import { createReadBack } from "./read-back";
import { createRecordingDialog } from "./recording-dialog";
import { isBackchannel, isUnfinished, isUrgent } from "./turn-words";
import { createUtterances } from "./utterances";

/** Consecutive misunderstandings after which the keypad is offered. */
const OFFER_KEYS_AFTER = 2;
const SILENCE = new Int16Array(FRAME_SAMPLES);
/** The key in the announcements. */
const DECLINING_KEY = "9";
/** The name of the built-in transcriber. */
const BUILTIN = "builtin";
/** Kinds of questions that can also be answered with a number. */
const OPEN_ENDED: readonly Expectation["kind"][] = ["open", "text"];

const withoutDoubt = ({ text, startMs, endMs }: Words): Words => ({ text, startMs, endMs });

type Options = {
  heldCall: HeldCall;
  vad: Vad;
  agent: Pick<AgentSide, "expectation" | "notices" | "stopSpeaking" | "through">;
  /** The state of the call. */
  flow(): CallState;
  happened(event: CallStateEvent): void;
  /** Whether the call has ended or is ending. */
  isOver(): boolean;
  /** Resolves once no other process requests the call. */
  waitUntilOwned(): Promise<void>;
  /** Stores a turn of the line itself, once no other process requests the call. */
  note(notice: Notice): void;
  /** Starts or cancels the wait for further keys, which ends with `keysComplete`. */
  waitForKeys(wait: boolean): void;
  /** The interim transcript; undefined if the line has no display. */
  seems: ((text: string) => void) | undefined;
  /** The level of a caller's frame. */
  loud(level: number): void;
};

export type CallerSide = ReturnType<typeof createCallerSide>;

/**
 * The caller's half of a spoken call: converts audio and keys to words, and handles the recording's consent.
 */
export function createCallerSide({ heldCall, vad, agent, flow, happened, ...options }: Options) {
  const { recording, providers } = heldCall;
  const { notices } = agent;
  const nowMs = () => heldCall.call.nowMs();
  const expectation = (): Expectation => {
    const { language } = heldCall.call.config;
    if (recorded.isDeciding()) return recorded.expectation(language);
    return readBack.isPending() ? { kind: "yes_no", language } : agent.expectation();
  };
  const utterance = { startMs: 0, endMs: 0, before: [] as readonly Int16Array[], isIncomplete: false };
  const marks = { noticedMs: 0, heardMs: 0 };
  /** Aborted when the call is over. */
  const stop = new AbortController();
  /** The transcriber's words so far of the current utterance. */
  let wordsSoFar = "";
  let unheard = 0;
  let muted = false;

  const readBack = createReadBack(agent.expectation);
  /** Resolves once the question whether an answer is right has been stored. */
  let reading: Promise<void> = Promise.resolve();
  const handleWords = (words: Words | null) => {
    if (callee?.handleWords(words)) return;
    if (recorded.handleWords(words)) return;
    if (recorded.refuses(words)) {
      void declinedByWords();
      return;
    }
    if (words !== null && mustConfirm(words)) return;
    report(words);
  };
  /** True if the words are not an answer yet: they are read back, or confirm what was read back. */
  const mustConfirm = (words: Words): boolean => {
    // An opt-out is never asked about twice, and never lost for the form of an answer.
    if (isUrgent(words.text, heldCall.call.config.language)) {
      notices.interrupt();
      readBack.drop();
      return false;
    }
    if (readBack.isPending()) {
      notices.interrupt();
      const { words: confirmed, type } = readBack.answer(words);
      if (type === "replaced" && confirmed.isUncertain === true) return mustConfirm(confirmed);
      // The turn of the question is stored first.
      void reading.then(() => report(withoutDoubt(confirmed)));
      return true;
    }
    const isWrongForm = !fitsExpectation(words.text, agent.expectation());
    if (!isWrongForm && words.isUncertain !== true) return false;
    // Over the agent's speech or thinking there is nothing that could be read back now.
    if (isWrongForm || flow().audible || flow().acting > 0) {
      report({ ...withoutDoubt(words), text: NOT_UNDERSTOOD_TEXT });
      return true;
    }
    reading = sayReadBack(readBack.ask(withoutDoubt(words)));
    happened({ type: "heard", words: null, atMs: nowMs() });
    return true;
  };
  async function sayReadBack(text: string): Promise<void> {
    const { text: playedText, startMs, endMs, isComplete } = await notices.say(text);
    if (playedText !== "")
      options.note({ kind: "read_back", text: playedText, startMs, endMs, interrupted: !isComplete });
  }
  /** The caller's words, or none. */
  const report = (words: Words | null) => {
    const { language } = heldCall.call.config;
    marks.heardMs = nowMs();
    if (words !== null) unheard = words.text === NOT_UNDERSTOOD_TEXT ? unheard + 1 : 0;
    happened({
      type: "heard",
      words,
      atMs: nowMs(),
      isBackchannel: words !== null && isBackchannel(words.text, agent.expectation()),
      isUrgent: words !== null && isUrgent(words.text, language),
    });
  };
  /** Whether the words, if the utterance ends with them, go to the engine as they are, and it is free to answer. */
  const canAnswer = (text: string): boolean => {
    const { acting, audible, caller, line, leaving, pendingWords, isRequested } = flow();
    const isFree =
      acting === 0 && !audible && line === "up" && leaving === null && pendingWords === null && !isRequested;
    if (caller === "typing" || caller === "mailbox") return false;
    const isEngaged = callee?.isListening() === true || recorded.isDeciding() || readBack.isPending();
    if (!isFree || isEngaged || utterance.isIncomplete || isUnfinished(text, expectation())) return false;
    return fitsExpectation(text, agent.expectation()) && !isUrgent(text, heldCall.call.config.language);
  };
  const earlyReplies = createEarlyReplies({
    nowMs,
    pauseMs: () =>
      flow().transcribing > 0 && flow().caller === "quiet" ? Number.POSITIVE_INFINITY : hearing.pauseMs(),
    canAnswer,
    draft: (words) => heldCall.call.draftReply(words, { hasTransfer: heldCall.line.transfer !== undefined }),
    discard: () => heldCall.call.discardDraft(),
  });
  const handleProgress = (text: string) => {
    wordsSoFar = text;
    earlyReplies.progress(text);
    if (callee?.isListening()) return;
    if (!recorded.isDeciding() && text.trim() !== "" && !isBackchannel(text, agent.expectation()))
      happened({ type: "words_so_far" });
  };
  const sayings = createUtterances({
    transcriber: providers.transcriber,
    expectation,
    nowMs,
    seems: options.seems,
    onProgress: handleProgress,
    // A short no that was not understood must not count as silence. Over the agent's words it is noise more often.
    isAnswerDue: () => recorded.isDeciding() || (!flow().audible && expectation().kind !== "open"),
    onWords: handleWords,
    // An opt-out and a refusal count even if other words are missing; a mailbox is recognized by any of its words.
    countsIncomplete: (text) =>
      callee?.isListening() === true || isUrgent(text, heldCall.call.config.language),
    failed: (error) => warn(heldCall, error, "speech was not understood for a failure"),
  });
  const begin = () => {
    wordsSoFar = "";
    earlyReplies.begin(utterance.startMs);
    sayings.begin(utterance.startMs, utterance.before);
    if (utterance.isIncomplete) sayings.markIncomplete();
  };
  const finish = () => sayings.finish(utterance.endMs);
  const recorded = createRecordingDialog({
    recording,
    notices,
    nowMs,
    note: options.note,
    waitForPlayback: () => heldCall.line.waitForPlayback(),
    isBehind: () => hearing.isBehind(),
    isOver: options.isOver,
    waitUntilOwned: options.waitUntilOwned,
    stopSpeaking: agent.stopSpeaking,
    sayings: { begin, finish },
    human: () => humanOf(heldCall, agent.through.transfer, stop.signal),
    refused: (reason) => happened({ type: "hung_up", reason, atMs: nowMs() }),
  });
  const callee: CalleeDialog | null = heldCall.call.isOutboundPhone
    ? createCalleeDialog({
        callId: heldCall.call.id,
        config: heldCall.call.config,
        notices,
        nowMs,
        waitForPlayback: () => heldCall.line.waitForPlayback(),
        isOver: options.isOver,
        mailboxAnswered: () => {
          agent.stopSpeaking();
          happened({ type: "mailbox_answered" });
        },
        sayings: { begin, finish },
        note: options.note,
        hangUp: () => happened({ type: "hung_up", reason: "voicemail_reached", atMs: nowMs() }),
      })
    : null;
  const hearing = createHearing({
    vad,
    nowMs,
    duringAgentSpeech: () => flow().audible || notices.saying(),
    mayIgnoreSoftSound: () => flow().audible && !flow().isProtected && !recorded.isDeciding(),
    expectation,
    patience: heldCall.call.config.patience,
    isUnfinished: () => isUnfinished(wordsSoFar, expectation()),
    happened: (event, before) => {
      if (event.type === "sustained") {
        // Words that are a sign of attention so far can be a longer one ("uh-huh, okay").
        if (!recorded.isDeciding() && !isBackchannel(wordsSoFar, agent.expectation()))
          happened({ type: "speech_sustained" });
      } else if (event.type === "started") {
        Object.assign(utterance, { startMs: event.startMs, before, isIncomplete: false });
        providers.synthesizer.warm?.();
        heldCall.call.warmModel();
        const isTaken = callee?.speechStarted(event.startMs) === true || recorded.speechStarted();
        if (!isTaken) happened({ type: "speech_started" });
      } else {
        utterance.endMs = event.endMs;
        marks.noticedMs = nowMs();
        const isTaken = callee?.speechEnded(event.endMs) === true || recorded.speechEnded();
        if (!isTaken) happened({ type: "speech_ended" });
      }
    },
    onSpeechFrame: (frame) => sayings.push(frame),
    onSpeechLost: () => {
      utterance.isIncomplete = true;
      sayings.markIncomplete();
    },
    onDropped: countDroppedFrame,
    onDelay: (delayMs) => recordDelay("frame", delayMs),
    loud: options.loud,
    failed: (error) => {
      warn(heldCall, error, "the VAD failed");
      happened({ type: "hung_up", reason: "carrier_error", atMs: nowMs() });
    },
  });
  const keypad = createKeypad({
    expectation,
    nowMs,
    pressed: () => happened({ type: "key_pressed" }),
    wait: () => options.waitForKeys(true),
    typed: (words) => {
      options.waitForKeys(false);
      if (words?.text === DECLINING_KEY && recorded.mayDoubt() && !acceptsNine(agent.expectation())) {
        void doubted(words);
        return;
      }
      if (words !== null && readBack.isPending()) {
        notices.interrupt();
        const confirmed = readBack.answer(words).words;
        happened({ type: "keyed", words: confirmed, atMs: nowMs() });
        return;
      }
      if (words !== null && !fitsExpectation(words.text, agent.expectation())) {
        unheard++;
        happened({ type: "keyed", words: { ...words, text: NOT_UNDERSTOOD_TEXT }, atMs: nowMs() });
        return;
      }
      if (words !== null) unheard = 0;
      happened({ type: "keyed", words, atMs: nowMs() });
    },
  });

  /** A lone 9 that answers no question: the caller is asked, and the conversation waits. */
  async function doubted(nine: Words): Promise<void> {
    const isOpen = OPEN_ENDED.includes(agent.expectation().kind);
    const { continues, words } = await recorded.doubt();
    // It was meant for the agent, whose question can be answered with a number.
    const answered = words ?? (continues && isOpen ? nine : null);
    happened({ type: "keyed", words: answered, atMs: nowMs(), repeat: true });
  }
  async function declinedByWords(): Promise<void> {
    await recorded.declined("words");
    happened({ type: "heard", words: null, atMs: nowMs(), repeat: true });
  }

  return {
    sayings: { begin, finish, discard: sayings.discard, stop: sayings.stop },
    /** Whether the caller decides about the recording, or it is not clear who answered. */
    isEngaged: () => callee?.isListening() === true || recorded.isDeciding(),
    /**
     * Finds out who answered an outbound call, and announces a recording if required. Resolves with the caller's words
     * when the conversation can start.
     */
    async begin(start: "began" | "resumed"): Promise<Words | null> {
      if (start === "resumed") callee?.assumePerson();
      const firstWords = (await callee?.meet()) ?? null;
      if (options.isOver()) return null;
      return (await recorded.begin(start)) ?? firstWords;
    },
    /** The level of a played frame, so that its echo is recognized. */
    played: hearing.played,
    /** Any current speech has ended. */
    stop: hearing.stop,
    /** The line is lost, with pending audio in both directions. */
    lost(): void {
      hearing.stop();
      recorded.lost();
    },
    /** The line is back. */
    back: recorded.back,
    marks: () => ({ ...marks }),
    keysComplete: keypad.complete,
    dropped: hearing.dropped,
    /** How to answer by keys: with the question, or after misunderstandings. */
    hint(expected: Expectation): string | null {
      if (unheard >= OFFER_KEYS_AFTER) return dtmfPrompt(expected);
      const isBuiltin = providers.transcriber.name === BUILTIN;
      return isBuiltin && isKeypadFirst(expected) ? keypadFirstPrompt(expected) : null;
    },
    frame(frame: Int16Array): void {
      recording?.frame("caller", muted ? SILENCE : frame, nowMs());
      callee?.frame(frame);
      hearing.frame(frame);
      earlyReplies.frame();
    },
    missing: hearing.missing,
    key(key: string): void {
      // A key before the agent's first word answers nothing.
      if (callee?.isListening()) return;
      if (!recorded.key(key)) keypad.press(key);
    },
    mute(next: boolean): void {
      muted = next;
      hearing.mute(next);
      if (next) hearing.stop();
    },
    close(): void {
      stop.abort();
      callee?.close();
      recorded.close();
      sayings.stop();
      hearing.close();
    },
  };
}
