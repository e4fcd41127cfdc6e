import { UNHEARD } from "@/lib/conversation";
import { FRAME_SAMPLES } from "../audio";
import type { Detector, Expectation } from "../providers/port";
import type { AgentSide } from "./agent-side";
import type { Flow, FlowEvent, Words } from "./flow";
import { makeHearing } from "./hearing";
import { type Held, warn } from "./held";
import { makeKeypad } from "./keypad";
import { keysOffer } from "./keys";
import { makeRecorded } from "./recorded";
import { makeSayings } from "./sayings";

/** Somebody who is not understood this often in a row is offered the keypad. */
const OFFER_KEYS_AFTER = 2;
const SILENCE = new Int16Array(FRAME_SAMPLES);

type Given = {
  held: Held;
  detector: Detector;
  agent: Pick<AgentSide, "expectation" | "notices" | "hush">;
  /** Where the conversation stands. */
  flow(): Flow;
  happened(event: FlowEvent): void;
  /** Whether the call has ended, or is about to. */
  isOver(): boolean;
  /** Resolves once nobody else wants the call. */
  ours(): Promise<void>;
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
  const { expectation, notices } = agent;
  const nowMs = () => held.call.nowMs();
  const utterance = { startMs: 0, endMs: 0, before: [] as readonly Int16Array[] };
  const marks = { noticedMs: 0, heardMs: 0 };
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
    recogniser: providers.recogniser,
    expectation,
    nowMs,
    seems: given.seems,
    heard,
    failed: (error) => warn(held, error, "speech was not understood for a failure"),
  });
  const begin = () => sayings.begin(utterance.startMs, utterance.before);
  const finish = () => sayings.finish(utterance.endMs);
  const recorded = makeRecorded({
    recording,
    notices,
    nowMs,
    heard: () => held.line.heard(),
    isOver: given.isOver,
    ours: given.ours,
    hush: agent.hush,
    sayings: { begin, finish },
    refused: () => happened({ type: "hung_up", reason: "declined", atMs: nowMs() }),
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
      if (words !== null) unheard = 0;
      happened({ type: "keyed", words, atMs: nowMs() });
    },
  });

  async function declinedByKey(): Promise<void> {
    const beforehand = recorded.beforehand();
    if (!beforehand) happened({ type: "key_pressed" });
    await recorded.declined("key");
    if (!beforehand) happened({ type: "keyed", words: null, atMs: nowMs(), repeat: true });
  }
  async function declinedByWords(): Promise<void> {
    await recorded.declined("words");
    happened({ type: "heard", words: null, atMs: nowMs(), repeat: true });
  }

  return {
    sayings: { begin, finish, discard: sayings.discard, stop: sayings.stop },
    /** Announces a recording where that is due. Resolves when the conversation can begin. */
    begin: recorded.begin,
    /** The announcement is being played: nobody but who declines is listened to. */
    announcing: recorded.beforehand,
    /** How loud we were in a frame that we play, so that its echo is known. */
    played: hearing.played,
    /** Whatever is being said is over. */
    stop: hearing.stop,
    /** The line is lost: so is what was on its way, in both directions. */
    lost(): void {
      hearing.stop();
      recorded.lost();
    },
    marks: () => ({ ...marks }),
    keysComplete: keypad.complete,
    dropped: hearing.dropped,
    hint: (asked: Expectation) => (unheard >= OFFER_KEYS_AFTER ? keysOffer(asked) : null),
    frame(frame: Int16Array): void {
      recording?.frame("caller", muted ? SILENCE : frame, nowMs());
      hearing.frame(frame);
    },
    key(key: string): void {
      if (recorded.isRefusal(key, flow().caller === "typing", expectation())) void declinedByKey();
      else if (!recorded.beforehand()) keypad.press(key);
    },
    mute(next: boolean): void {
      muted = next;
      hearing.mute(next);
      if (next) hearing.stop();
    },
    close(): void {
      sayings.stop();
      hearing.close();
    },
  };
}
