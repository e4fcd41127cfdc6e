import { type Notice, UNHEARD } from "@/lib/calls/conversation";
import { FRAME_SAMPLES } from "../audio";
import type { Detector, Expectation } from "../providers/port";
import type { AgentSide } from "./agent-side";
import type { Flow, FlowEvent, Words } from "./flow";
import { makeHearing } from "./hearing";
import { type Held, warn } from "./held";
import { humanOf } from "./human";
import { makeKeypad } from "./keypad";
import { keysOffer, takesNine } from "./keys";
import { makeRecorded } from "./recorded";
import { makeSayings, NOISE_IN_ANSWER_MS, NOISE_MS } from "./sayings";

/** Somebody who is not understood this often in a row is offered the keypad. */
const OFFER_KEYS_AFTER = 2;
const SILENCE = new Int16Array(FRAME_SAMPLES);
/** The key that announcements name. */
const DECLINING_KEY = "9";
/** What an agent asks with these kinds may still be answered by a number. */
const OPEN_ENDED: readonly Expectation["kind"][] = ["open", "text"];

type Given = {
  held: Held;
  detector: Detector;
  agent: Pick<AgentSide, "expectation" | "notices" | "hush" | "through">;
  /** Where the conversation stands. */
  flow(): Flow;
  happened(event: FlowEvent): void;
  /** Whether the call has ended, or is about to. */
  isOver(): boolean;
  /** Resolves once nobody else wants the call. */
  ours(): Promise<void>;
  /** Keeps a turn of the line itself, once nobody else wants the call. */
  note(notice: Notice): void;
  /** More keys may come; `keysComplete` is to be called when none does, unless it is called off. */
  waitForKeys(wait: boolean): void;
  /** What seems to be said now; undefined where nobody can be shown it. */
  seems: ((text: string) => void) | undefined;
  /** How loud the caller was in a frame. */
  loud(level: number): void;
};

export type CallerSide = ReturnType<typeof makeCallerSide>;

/** The caller's half of a spoken call: their sound and their keys, to what they said, and whether they are recorded. */
export function makeCallerSide({ held, detector, agent, flow, happened, ...given }: Given) {
  const { recording, providers } = held;
  const { notices } = agent;
  const nowMs = () => held.call.nowMs();
  const expectation = () =>
    recorded.isDeciding() ? recorded.expectation(held.call.config.language) : agent.expectation();
  const utterance = { startMs: 0, endMs: 0, before: [] as readonly Int16Array[] };
  const marks = { noticedMs: 0, heardMs: 0 };
  /** Aborted when the call is over. */
  const stop = new AbortController();
  let unheard = 0;
  let muted = false;

  const heard = (words: Words | null) => {
    if (recorded.heard(words)) return;
    if (recorded.refuses(words)) {
      void declinedByWords();
      return;
    }
    marks.heardMs = nowMs();
    if (words !== null) unheard = words.text === UNHEARD ? unheard + 1 : 0;
    happened({ type: "heard", words, atMs: nowMs() });
  };
  const sayings = makeSayings({
    transcriber: providers.transcriber,
    expectation,
    nowMs,
    seems: given.seems,
    // A short no that was not understood must not pass for silence.
    noiseMs: () => (recorded.isDeciding() ? NOISE_IN_ANSWER_MS : NOISE_MS),
    heard,
    failed: (error) => warn(held, error, "speech was not understood for a failure"),
  });
  const begin = () => sayings.begin(utterance.startMs, utterance.before);
  const finish = () => sayings.finish(utterance.endMs);
  const recorded = makeRecorded({
    recording,
    notices,
    nowMs,
    note: given.note,
    heard: () => held.line.heard(),
    isOver: given.isOver,
    ours: given.ours,
    hush: agent.hush,
    sayings: { begin, finish },
    human: () => humanOf(held, agent.through.transfer, stop.signal),
    refused: (reason) => happened({ type: "hung_up", reason, atMs: nowMs() }),
  });
  const hearing = makeHearing({
    detector,
    nowMs,
    overUs: () => flow().audible || notices.saying(),
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
    spoken: (frame) => sayings.push(frame),
    loud: given.loud,
    failed: (error) => {
      warn(held, error, "the detector of speech failed");
      happened({ type: "hung_up", reason: "carrier_error", atMs: nowMs() });
    },
  });
  const keypad = makeKeypad({
    expectation,
    nowMs,
    pressed: () => happened({ type: "key_pressed" }),
    wait: () => given.waitForKeys(true),
    typed: (words) => {
      given.waitForKeys(false);
      if (words?.text === DECLINING_KEY && recorded.mayDoubt() && !takesNine(agent.expectation())) {
        void doubted(words);
        return;
      }
      if (words !== null) unheard = 0;
      happened({ type: "keyed", words, atMs: nowMs() });
    },
  });

  /** A lone 9, where it answers nothing that was asked: the caller is asked, and the conversation waits. */
  async function doubted(nine: Words): Promise<void> {
    const isOpen = OPEN_ENDED.includes(agent.expectation().kind);
    const { continues, words } = await recorded.doubt();
    // Meant for the agent after all, where it asked something that a number may answer.
    const meant = words ?? (continues && isOpen ? nine : null);
    happened({ type: "keyed", words: meant, atMs: nowMs(), repeat: true });
  }
  async function declinedByWords(): Promise<void> {
    await recorded.declined("words");
    happened({ type: "heard", words: null, atMs: nowMs(), repeat: true });
  }

  return {
    sayings: { begin, finish, discard: sayings.discard, stop: sayings.stop },
    /** Announces a recording where that is due. Resolves when the conversation can begin. */
    begin: recorded.begin,
    /** How loud we were in a frame that we play, so that its echo is known. */
    played: hearing.played,
    /** Whatever is being said is over. */
    stop: hearing.stop,
    /** The line is lost: so is what was on its way, in both directions. */
    lost(): void {
      hearing.stop();
      recorded.lost();
    },
    /** The line is back. */
    back: recorded.back,
    marks: () => ({ ...marks }),
    keysComplete: keypad.complete,
    dropped: hearing.dropped,
    hint: (asked: Expectation) => (unheard >= OFFER_KEYS_AFTER ? keysOffer(asked) : null),
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
