import { setImmediate } from "node:timers/promises";
import type { Expectation, Transcriber } from "@/lib/agents/providers/schema";
import { FRAME_MS, rms } from "@/lib/platform/audio";
import type { Vad } from "@/lib/voice/providers/port";
import {
  advanceCallState,
  type CallStateEffect,
  type CallStateEvent,
  createCallState,
  type Words,
} from "@/lib/voice/session/call-state-machine";
import { createDucking } from "@/lib/voice/session/ducking";
import { createHearing } from "@/lib/voice/session/hearing";
import { AHEAD_MS, createPlayout } from "@/lib/voice/session/playout";
import { isBackchannel, isUnfinished, isUrgent } from "@/lib/voice/session/turn-words";
import { createUtterances } from "@/lib/voice/session/utterances";

/** An echo of the agent on the caller's line. */
export type Echo = { delayMs: number; gain: number };

/** A call: what the caller's line carries, and when the agent speaks. All times in milliseconds. */
export type SimulatedCall = {
  /** Frames of 16 kHz, from the start of the call. */
  line: readonly Int16Array[];
  /** The agent's turns: each begins at its time if the agent is silent then. */
  agent: readonly { atMs: number; frames: readonly Int16Array[] }[];
  echo: Echo | null;
  expectation: Expectation;
};

type CallerTurn = { atMs: number; words: Words };
export type Outcome = {
  turns: CallerTurn[];
  /** The agent's turns that ended early, by time. */
  interruptedMs: number[];
  /** When the agent became quieter and paused. */
  duckedMs: number[];
  heldMs: number[];
  /** Whether the agent still was quieter or paused at the end. */
  isStuck: boolean;
};

/** Virtual time does not pass while the machine is busy. */
const TRANSCRIBE_TIMEOUT_MS = 600_000;
const INACTIVITY_MS = 60_000;
/** The default delay between sending and hearing a frame. */
const LAG_MS = AHEAD_MS + 60;

/** Runs a call with the session's own parts, in virtual time: 20 ms for each frame of the line. */
export async function simulate(
  { line, agent, echo, expectation }: SimulatedCall,
  vad: Vad,
  transcriberOf: (nowMs: () => number) => Transcriber,
): Promise<Outcome> {
  const transcriber = transcriberOf(() => nowMs);
  const outcome: Outcome = { turns: [], interruptedMs: [], duckedMs: [], heldMs: [], isStuck: false };
  let nowMs = 0;
  let state = createCallState(INACTIVITY_MS);
  let wordsSoFar = "";
  let startMs = 0;
  let endMs = 0;
  let before: readonly Int16Array[] = [];
  let pendingWindows = 0;
  let transcribing = 0;
  /** Called with the time of each frame. */
  let later: { atMs: number; run: () => void }[] = [];
  const sentFrames = new Map<number, Int16Array>();
  const ducking = createDucking();
  let turn = 0;

  const playout = createPlayout(
    (frames) => {
      for (const [i, frame] of frames.entries()) {
        const sent = ducking.apply(frame);
        hearing.played(rms(sent));
        sentFrames.set(Math.round(nowMs / FRAME_MS) + i, sent);
      }
    },
    () => nowMs,
  );
  const acted = () => happened({ type: "acted", ended: null, atMs: nowMs });
  const perform = (effect: CallStateEffect): void => {
    switch (effect.type) {
      case "duck":
        outcome.duckedMs.push(nowMs);
        ducking.duck();
        break;
      case "hold":
        outcome.heldMs.push(nowMs);
        ducking.duck();
        playout.hold();
        break;
      case "restore":
        ducking.restore();
        playout.release(LAG_MS);
        break;
      case "interrupt":
        outcome.interruptedMs.push(nowMs);
        turn++;
        playout.clear();
        ducking.restore();
        break;
      case "begin_utterance":
        wordsSoFar = "";
        utterances.begin(startMs, before);
        break;
      case "finish_utterance":
        transcribing++;
        utterances.finish(endMs);
        break;
      case "discard_utterance":
        utterances.discard();
        break;
      case "act": {
        const { event } = effect;
        if (event.type === "caller_said")
          outcome.turns.push({
            atMs: nowMs,
            words: { text: event.text, startMs: event.startMs ?? event.atMs, endMs: event.atMs },
          });
        later.push({ atMs: nowMs + FRAME_MS, run: acted });
      }
    }
  };
  const happened = (event: CallStateEvent) => {
    const [next, effects] = advanceCallState(state, event);
    state = next;
    for (const effect of effects) perform(effect);
  };
  const utterances = createUtterances({
    transcriber,
    expectation: () => expectation,
    nowMs: () => nowMs,
    seems: undefined,
    onProgress(text) {
      wordsSoFar = text;
      if (text !== "" && !isBackchannel(text, expectation)) happened({ type: "words_so_far" });
    },
    onWords(words) {
      transcribing--;
      happened({
        type: "heard",
        words,
        atMs: nowMs,
        isBackchannel: words !== null && isBackchannel(words.text, expectation),
        isUrgent: words !== null && isUrgent(words.text, expectation.language),
      });
    },
    failed(error) {
      throw error;
    },
    timeoutMs: TRANSCRIBE_TIMEOUT_MS,
  });
  const countedVad: Vad = {
    push(frame) {
      const answer = vad.push(frame);
      if (!(answer instanceof Promise)) return answer;
      pendingWindows++;
      return answer.finally(() => {
        pendingWindows--;
      });
    },
    close: () => vad.close(),
  };
  const hearing = createHearing({
    vad: countedVad,
    nowMs: () => nowMs,
    duringAgentSpeech: () => state.audible,
    mayIgnoreSoftSound: () => true,
    expectation: () => expectation,
    patience: "medium",
    isUnfinished: () => isUnfinished(wordsSoFar, expectation),
    happened(event, frames) {
      if (event.type === "sustained") {
        if (!isBackchannel(wordsSoFar, expectation)) happened({ type: "speech_sustained" });
      } else if (event.type === "started") {
        startMs = event.startMs;
        before = frames;
        happened({ type: "speech_started" });
      } else {
        endMs = event.endMs;
        happened({ type: "speech_ended" });
      }
    },
    onSpeechFrame: (frame) => utterances.push(frame),
    loud: () => undefined,
    failed(error) {
      throw error;
    },
  });
  const speak = (frames: readonly Int16Array[]) => {
    const current = ++turn;
    state = { ...state, acting: state.acting + 1 };
    let hasBegun = false;
    for (const frame of frames)
      void playout.write(frame, {
        sent() {
          if (!hasBegun) happened({ type: "sound_began" });
          hasBegun = true;
        },
      });
    playout.mark(() =>
      later.push({
        atMs: nowMs + LAG_MS,
        run() {
          if (turn !== current) return;
          happened({ type: "sound_ended" });
          acted();
        },
      }),
    );
  };
  const withEcho = (frame: Int16Array, at: number): Int16Array => {
    const played = echo === null ? undefined : sentFrames.get(at - Math.round(echo.delayMs / FRAME_MS));
    if (echo === null || played === undefined) return frame;
    return frame.map((sample, i) =>
      Math.max(-32_000, Math.min(32_000, sample + (played[i] ?? 0) * echo.gain)),
    );
  };
  const settle = async () => {
    do await setImmediate();
    while (pendingWindows > 0 || transcribing > 0);
    await setImmediate();
  };

  const turns = [...agent];
  for (const [at, frame] of line.entries()) {
    nowMs = at * FRAME_MS;
    const [next] = turns;
    if (next !== undefined && next.atMs <= nowMs && state.acting === 0 && state.caller === "quiet") {
      turns.shift();
      speak(next.frames);
    }
    const due = later.filter(({ atMs }) => atMs <= nowMs);
    later = later.filter(({ atMs }) => atMs > nowMs);
    for (const { run } of due) run();
    playout.tick(nowMs);
    hearing.frame(withEcho(frame, at));
    await settle();
    sentFrames.delete(at - 100);
  }
  outcome.isStuck = state.overlap !== null && state.caller === "quiet";
  hearing.stop();
  await settle();
  hearing.close();
  utterances.stop();
  return outcome;
}
