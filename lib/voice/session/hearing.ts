import type { Expectation } from "@/lib/agents/providers/schema";
import { dbfs, FRAME_MS, FRAME_SAMPLES, rms } from "@/lib/platform/audio";
import { createConcealer } from "@/lib/platform/audio/conceal";
import { createAutomaticGain } from "@/lib/platform/audio/gain";
import type { Vad } from "../providers/port";
import { createEchoGuard } from "./echo";
import {
  createEndpointing,
  type EndpointingEvent,
  type Listening,
  type Patience,
  step,
  stopEndpointing,
} from "./endpointing";
import { createStarvationTimer } from "./starvation-timer";

/**
 * Audio from before the detection of speech: the onset, and the consonant before it that no VAD notices.
 */
const PRE_ROLL_FRAMES = 15;
/**
 * Frames that wait for the VAD: two seconds, which is what a line may send in one burst after a stall. The VAD catches up
 * with a burst in a third of its length. If it stays behind, the oldest frames are dropped.
 */
const MOST_BEHIND = 100;
/**
 * Sound has its own time, 20 ms a frame: a network brings some late and then several at once, and a click must not grow
 * long by that. Where it is this far from the call's time, frames were lost, or were never sent.
 */
const RESYNC_MS = 250;
/** The VAD is behind if more frames wait for it: without load, at most two do. */
const BEHIND_FRAMES = 5;
/** Frames that arrive closer together are a burst after a stall of the line, which says nothing about this process. */
const MIN_APART_MS = FRAME_MS / 2;
/** Longer gaps cannot be concealed (`createConcealer`), so that a word may be missing. */
const MAX_CONCEALED_FRAMES = 3;

type Options = {
  vad: Vad;
  nowMs(): number;
  /** We are being heard now. */
  duringAgentSpeech(): boolean;
  /**
   * Whether sound that is much softer than the agent's is its echo. Not so while a refusal or an opt-out counts, which
   * must be heard from quiet callers, too.
   */
  mayIgnoreSoftSound(): boolean;
  /** Whether speech far below the caller's level counts too. */
  hearsBackground?: boolean;
  expectation(): Expectation;
  patience: Patience;
  /** Whether the words so far need more words. */
  isUnfinished(): boolean;
  /** Speech has started, lasted or ended. A start includes the frames that led to it. */
  happened(event: EndpointingEvent, before: readonly Int16Array[]): void;
  /** A frame of what is being said. */
  onSpeechFrame(frame: Int16Array): void;
  /** Audio of the current utterance is missing. Follows the start of the utterance. */
  onSpeechLost?(): void;
  /** A frame was processed this long after it arrived. */
  onDelay?(delayMs: number): void;
  /** A frame was dropped, as the VAD could not keep up. */
  onDropped?(): void;
  /** How loud the caller was in a frame. */
  loud(level: number): void;
  failed(error: unknown): void;
};

export type Hearing = {
  frame(frame: Int16Array): void;
  /** The transport did not receive this many frames before the next one. */
  missing(frames: number): void;
  /** Whether frames wait that have not been judged yet. */
  isBehind(): boolean;
  /** How long the caller has been silent within the current utterance; 0 outside one. */
  pauseMs(): number;
  /** How loud we were in a frame that we play, so that its echo is known. */
  played(loud: number): void;
  mute(muted: boolean): void;
  /** Ends any current speech; returns whether there was any. */
  stop(): void;
  close(): void;
  /** Frames that were dropped, as the VAD could not keep up. */
  dropped(): number;
};

const SILENCE = new Int16Array(FRAME_SAMPLES);
const SILENCE_DBFS = -100;
/** Half a second after the agent's last sound its echo is over. */
const AGENT_FALL_DB_PER_FRAME = 0.5;

/** `isAfterGap`: audio before this frame is missing. */
type Waiting = {
  frame: Int16Array;
  atMs: number;
  arrivedMs: number;
  isAfterGap: boolean;
  isOfBurst: boolean;
};

/** A frame as it arrived, and as the VAD and the transcriber get it. */
type Prepared = { level: number; levelDb: number; frame: Int16Array };

/** Listens to a caller: frames in order through the VAD, which finds where speech begins and ends. */
export function createHearing(options: Options): Hearing {
  const { vad, nowMs } = options;
  const echo = createEchoGuard();
  const conceal = createConcealer();
  const amplify = createAutomaticGain();
  const waiting: Waiting[] = [];
  const before: Int16Array[] = [];
  let ear = createEndpointing();
  let pumping = false;
  let muted = false;
  let closed = false;
  let dropped = 0;
  /** Audio before the next frame that arrives is missing. */
  let isGapPending = false;
  /** Frames since the last gap: speech that starts soon after it may have lost its onset. */
  let sinceGap = Number.POSITIVE_INFINITY;
  let soundMs = 0;
  let lastFrameMs = 0;
  /** How loud the agent has been, falling slowly: an echo is late. */
  let agentDb = SILENCE_DBFS;
  /** The loudest frame of the VAD's current window. */
  let windowDb = SILENCE_DBFS;

  const tell = (event: EndpointingEvent | null) => {
    if (event === null) return;
    options.happened(event, event.type === "started" ? [...before] : []);
    if (event.type === "started" && sinceGap < before.length) options.onSpeechLost?.();
  };
  const prepare = (received: Int16Array): Prepared => {
    const whole = conceal(received);
    return { level: rms(whole), levelDb: dbfs(whole), frame: amplify(whole, ear.level.callerDb) };
  };
  const agentDbNow = (): number | null => {
    if (!options.duringAgentSpeech()) return null;
    return options.mayIgnoreSoftSound() ? agentDb : SILENCE_DBFS;
  };
  const judged = ({ level, levelDb, frame }: Prepared, atMs: number, probability: number | null) => {
    echo.received(level);
    agentDb = Math.max(SILENCE_DBFS, agentDb - AGENT_FALL_DB_PER_FRAME);
    options.loud(level);
    windowDb = Math.max(windowDb, levelDb);
    if (ear.speaking) options.onSpeechFrame(frame);
    before.push(frame);
    if (before.length > PRE_ROLL_FRAMES) before.shift();
    if (probability === null) return;
    const window = {
      atMs,
      probability,
      levelDb: windowDb,
      agentDb: agentDbNow(),
      echo: echo.isEcho,
    };
    windowDb = SILENCE_DBFS;
    const listening: Listening = {
      kind: options.expectation().kind,
      patience: options.patience,
      isUnfinished: ear.speaking && options.isUnfinished(),
      hearsBackground: options.hearsBackground ?? false,
    };
    const [next, event] = step(ear, window, listening);
    ear = next;
    tell(event);
  };
  const beginFrame = ({ isAfterGap, arrivedMs, isOfBurst }: Waiting) => {
    if (!isOfBurst) options.onDelay?.(nowMs() - arrivedMs);
    sinceGap = isAfterGap ? 0 : sinceGap + 1;
    if (isAfterGap && ear.speaking) options.onSpeechLost?.();
  };
  const pump = async () => {
    pumping = true;
    try {
      for (let next = waiting.shift(); next !== undefined && !closed; next = waiting.shift()) {
        const prepared = prepare(next.frame);
        const answer = vad.push(prepared.frame);
        // Most frames of most calls are processed immediately, without waiting for slow ones.
        const probability = answer instanceof Promise ? await answer : answer;
        if (closed) return;
        beginFrame(next);
        judged(prepared, next.atMs, probability);
      }
    } catch (error) {
      if (!closed) options.failed(error);
    } finally {
      pumping = false;
      starvation.judged();
    }
  };
  const stop = () => {
    const [next, event] = stopEndpointing(ear, nowMs());
    ear = next;
    before.length = 0;
    tell(event);
  };

  const starvation = createStarvationTimer({
    nowMs,
    isWaiting: () => !closed && !pumping && ear.speaking,
    starved: stop,
  });

  return {
    frame(frame) {
      if (closed) return;
      const now = nowMs();
      const isOfBurst = now - lastFrameMs < MIN_APART_MS;
      lastFrameMs = now;
      starvation.arrived();
      soundMs = Math.abs(now - soundMs - FRAME_MS) > RESYNC_MS ? now : soundMs + FRAME_MS;
      waiting.push({
        frame: muted ? SILENCE : frame,
        atMs: soundMs,
        arrivedMs: now,
        isAfterGap: isGapPending,
        isOfBurst,
      });
      isGapPending = false;
      if (waiting.length > MOST_BEHIND) {
        waiting.shift();
        const [oldest] = waiting;
        if (oldest !== undefined) oldest.isAfterGap = true;
        dropped++;
        options.onDropped?.();
      }
      if (!pumping) void pump();
    },
    isBehind: () => waiting.length > BEHIND_FRAMES,
    pauseMs: () => (ear.speaking ? ear.lastMs - ear.lastVoicedMs : 0),
    missing(frames) {
      if (frames > MAX_CONCEALED_FRAMES) isGapPending = true;
    },
    played(loud) {
      echo.played(loud);
      agentDb = Math.max(agentDb, 20 * Math.log10(Math.max(loud, Number.MIN_VALUE)));
    },
    mute(now) {
      muted = now;
    },
    stop,
    close() {
      closed = true;
      starvation.close();
      waiting.length = 0;
      vad.close();
    },
    dropped: () => dropped,
  };
}
