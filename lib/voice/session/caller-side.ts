import type { Expectation } from "@/lib/agents/providers/schema";
import { NOT_UNDERSTOOD_TEXT, type Notice } from "@/lib/calls/conversation";
import { FRAME_SAMPLES } from "@/lib/platform/audio";
import type { Vad } from "../providers/port";
import type { AgentSide } from "./agent-side";
import type { CallState, CallStateEvent, Words } from "./call-state-machine";
import { acceptsNine, dtmfPrompt } from "./dtmf";
import { createHearing } from "./hearing";
import { type HeldCall, warn } from "./held-call";
import { humanOf } from "./human";
import { createKeypad } from "./keypad";
import { createRecordingDialog } from "./recording-dialog";
import { createUtterances, NOISE_IN_ANSWER_MS, NOISE_MS } from "./utterances";

/** Consecutive misunderstandings after which the keypad is offered. */
const OFFER_KEYS_AFTER = 2;
const SILENCE = new Int16Array(FRAME_SAMPLES);
/** The key in the announcements. */
const DECLINING_KEY = "9";
/** Kinds of questions that can also be answered with a number. */
const OPEN_ENDED: readonly Expectation["kind"][] = ["open", "text"];

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
  const expectation = () =>
    recorded.isDeciding() ? recorded.expectation(heldCall.call.config.language) : agent.expectation();
  const utterance = { startMs: 0, endMs: 0, before: [] as readonly Int16Array[] };
  const marks = { noticedMs: 0, heardMs: 0 };
  /** Aborted when the call is over. */
  const stop = new AbortController();
  let unheard = 0;
  let muted = false;

  const handleWords = (words: Words | null) => {
    if (recorded.handleWords(words)) return;
    if (recorded.refuses(words)) {
      void declinedByWords();
      return;
    }
    marks.heardMs = nowMs();
    if (words !== null) unheard = words.text === NOT_UNDERSTOOD_TEXT ? unheard + 1 : 0;
    happened({ type: "heard", words, atMs: nowMs() });
  };
  const sayings = createUtterances({
    transcriber: providers.transcriber,
    expectation,
    nowMs,
    seems: options.seems,
    // A short no that was not understood must not count as silence.
    noiseMs: () => (recorded.isDeciding() ? NOISE_IN_ANSWER_MS : NOISE_MS),
    onWords: handleWords,
    failed: (error) => warn(heldCall, error, "speech was not understood for a failure"),
  });
  const begin = () => sayings.begin(utterance.startMs, utterance.before);
  const finish = () => sayings.finish(utterance.endMs);
  const recorded = createRecordingDialog({
    recording,
    notices,
    nowMs,
    note: options.note,
    waitForPlayback: () => heldCall.line.waitForPlayback(),
    isOver: options.isOver,
    waitUntilOwned: options.waitUntilOwned,
    stopSpeaking: agent.stopSpeaking,
    sayings: { begin, finish },
    human: () => humanOf(heldCall, agent.through.transfer, stop.signal),
    refused: (reason) => happened({ type: "hung_up", reason, atMs: nowMs() }),
  });
  const hearing = createHearing({
    vad,
    nowMs,
    duringAgentSpeech: () => flow().audible || notices.saying(),
    expectation,
    happened: (event, before) => {
      if (event.type === "started") {
        Object.assign(utterance, { startMs: event.startMs, before });
        if (!recorded.speechStarted()) happened({ type: "speech_started" });
      } else {
        utterance.endMs = event.endMs;
        marks.noticedMs = nowMs();
        if (!recorded.speechEnded()) happened({ type: "speech_ended" });
      }
    },
    onSpeechFrame: (frame) => sayings.push(frame),
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
    /** Announces a recording if required. Resolves when the conversation can start. */
    begin: recorded.begin,
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
    hint: (expected: Expectation) => (unheard >= OFFER_KEYS_AFTER ? dtmfPrompt(expected) : null),
    frame(frame: Int16Array): void {
      recording?.frame("caller", muted ? SILENCE : frame, nowMs());
      hearing.frame(frame);
    },
    key(key: string): void {
      if (!recorded.key(key)) keypad.press(key);
    },
    mute(next: boolean): void {
      muted = next;
      hearing.mute(next);
      if (next) hearing.stop();
    },
    close(): void {
      stop.abort();
      recorded.close();
      sayings.stop();
      hearing.close();
    },
  };
}
