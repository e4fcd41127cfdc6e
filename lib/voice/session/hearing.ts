import { FRAME_MS, FRAME_SAMPLES, rms } from "../audio";
import type { Detector, Expectation } from "../providers/port";
import { type EarEvent, hear, newEar, stopHearing } from "./ear";
import { echoGuard } from "./echo";

/** What was said before we knew that it is speech: the onset, and the consonant before it that no detector hears. */
const PRE_ROLL_FRAMES = 15;
/** A detector that is this far behind (half a second) has missed its moment: the oldest frames go. */
const MOST_BEHIND = 25;
/**
 * Sound has its own time, 20 ms a frame: a network brings some late and then several at once, and a click must not grow
 * long by that. Where it is this far from the call's time, frames were lost, or were never sent.
 */
const RESYNC_MS = 250;
/** A line that brings no frame for this long while somebody speaks brings silence. */
const STARVED_MS = 400;

type Given = {
  detector: Detector;
  nowMs(): number;
  /** We are being heard now. */
  overUs(): boolean;
  expectation(): Expectation;
  /** Somebody has begun or ended to speak. A beginning comes with the frames that led to it. */
  happened(event: EarEvent, before: readonly Int16Array[]): void;
  /** A frame of what is being said. */
  spoken(frame: Int16Array): void;
  /** How loud the caller was in a frame. */
  loud(level: number): void;
  failed(error: unknown): void;
};

export type Hearing = {
  frame(frame: Int16Array): void;
  /** How loud we were in a frame that we play, so that its echo is known. */
  played(loud: number): void;
  mute(muted: boolean): void;
  /** Whatever was being said is over; answers whether anything was. */
  stop(): void;
  close(): void;
  /** Frames that were dropped, as the detector could not keep up. */
  dropped(): number;
};

const SILENCE = new Int16Array(FRAME_SAMPLES);

type Waiting = { frame: Int16Array; atMs: number };

/** Listens to a caller: frames in order through the detector, which finds where speech begins and ends. */
export function makeHearing(given: Given): Hearing {
  const { detector, nowMs } = given;
  const echo = echoGuard();
  const waiting: Waiting[] = [];
  const before: Int16Array[] = [];
  let ear = newEar();
  let pumping = false;
  let muted = false;
  let closed = false;
  let dropped = 0;
  let starved: NodeJS.Timeout | undefined;
  let soundMs = 0;

  const tell = (event: EarEvent | null) => {
    if (event === null) return;
    given.happened(event, event.type === "started" ? [...before] : []);
  };
  const judged = ({ frame, atMs }: Waiting, probability: number | null) => {
    const level = rms(frame);
    echo.heard(level);
    given.loud(level);
    if (ear.speaking) given.spoken(frame);
    before.push(frame);
    if (before.length > PRE_ROLL_FRAMES) before.shift();
    if (probability === null) return;
    const window = { atMs, probability, overUs: given.overUs(), echo: echo.isEcho };
    const [next, event] = hear(ear, window, given.expectation().kind);
    ear = next;
    tell(event);
  };
  const pump = async () => {
    pumping = true;
    try {
      for (let next = waiting.shift(); next !== undefined && !closed; next = waiting.shift()) {
        const answer = detector.push(next.frame);
        // Most frames of most calls are answered at once: they are not to wait for those who are not.
        const probability = answer instanceof Promise ? await answer : answer;
        if (closed) return;
        judged(next, probability);
      }
    } catch (error) {
      if (!closed) given.failed(error);
    } finally {
      pumping = false;
    }
  };
  const stop = () => {
    clearTimeout(starved);
    const [next, event] = stopHearing(ear, nowMs());
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
      detector.close();
    },
    dropped: () => dropped,
  };
}
