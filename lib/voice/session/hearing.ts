import type { Expectation } from "@/lib/agents/providers/schema";
import { FRAME_MS, FRAME_SAMPLES, rms } from "@/lib/platform/audio";
import type { Vad } from "../providers/port";
import { createEchoGuard } from "./echo";
import { createEndpointing, type EndpointingEvent, step, stopEndpointing } from "./endpointing";

/**
 * Audio from before the detection of speech: the onset, and the consonant before it that no VAD notices.
 */
const PRE_ROLL_FRAMES = 15;
/** A VAD that is this far behind (half a second) has missed its moment: the oldest frames go. */
const MOST_BEHIND = 25;
/**
 * Sound has its own time, 20 ms a frame: a network brings some late and then several at once, and a click must not grow
 * long by that. Where it is this far from the call's time, frames were lost, or were never sent.
 */
const RESYNC_MS = 250;
/** A line without frames for this long during speech counts as silent. */
const STARVED_MS = 400;

type Options = {
  vad: Vad;
  nowMs(): number;
  /** We are being heard now. */
  duringAgentSpeech(): boolean;
  expectation(): Expectation;
  /** Speech has started or ended. A start includes the frames that led to it. */
  happened(event: EndpointingEvent, before: readonly Int16Array[]): void;
  /** A frame of what is being said. */
  onSpeechFrame(frame: Int16Array): void;
  /** How loud the caller was in a frame. */
  loud(level: number): void;
  failed(error: unknown): void;
};

export type Hearing = {
  frame(frame: Int16Array): void;
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

type Waiting = { frame: Int16Array; atMs: number };

/** Listens to a caller: frames in order through the VAD, which finds where speech begins and ends. */
export function createHearing(options: Options): Hearing {
  const { vad, nowMs } = options;
  const echo = createEchoGuard();
  const waiting: Waiting[] = [];
  const before: Int16Array[] = [];
  let ear = createEndpointing();
  let pumping = false;
  let muted = false;
  let closed = false;
  let dropped = 0;
  let starved: NodeJS.Timeout | undefined;
  let soundMs = 0;

  const tell = (event: EndpointingEvent | null) => {
    if (event === null) return;
    options.happened(event, event.type === "started" ? [...before] : []);
  };
  const judged = ({ frame, atMs }: Waiting, probability: number | null) => {
    const level = rms(frame);
    echo.received(level);
    options.loud(level);
    if (ear.speaking) options.onSpeechFrame(frame);
    before.push(frame);
    if (before.length > PRE_ROLL_FRAMES) before.shift();
    if (probability === null) return;
    const window = { atMs, probability, duringAgentSpeech: options.duringAgentSpeech(), echo: echo.isEcho };
    const [next, event] = step(ear, window, options.expectation().kind);
    ear = next;
    tell(event);
  };
  const pump = async () => {
    pumping = true;
    try {
      for (let next = waiting.shift(); next !== undefined && !closed; next = waiting.shift()) {
        const answer = vad.push(next.frame);
        // Most frames of most calls are processed immediately, without waiting for slow ones.
        const probability = answer instanceof Promise ? await answer : answer;
        if (closed) return;
        judged(next, probability);
      }
    } catch (error) {
      if (!closed) options.failed(error);
    } finally {
      pumping = false;
    }
  };
  const stop = () => {
    clearTimeout(starved);
    const [next, event] = stopEndpointing(ear, nowMs());
    ear = next;
    before.length = 0;
    tell(event);
  };

  return {
    frame(frame) {
      if (closed) return;
      const now = nowMs();
      soundMs = Math.abs(now - soundMs - FRAME_MS) > RESYNC_MS ? now : soundMs + FRAME_MS;
      waiting.push({ frame: muted ? SILENCE : frame, atMs: soundMs });
      if (waiting.length > MOST_BEHIND) {
        waiting.shift();
        dropped++;
      }
      clearTimeout(starved);
      if (ear.speaking) starved = setTimeout(stop, STARVED_MS);
      if (!pumping) void pump();
    },
    played: echo.played,
    mute(now) {
      muted = now;
    },
    stop,
    close() {
      closed = true;
      clearTimeout(starved);
      waiting.length = 0;
      vad.close();
    },
    dropped: () => dropped,
  };
}
