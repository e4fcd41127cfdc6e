import { CHANNELS, FRAME_MS, FRAME_SAMPLES } from "./audio-format";

/** Maximum delay or lead of a leg's frame: jitter, and audio buffered for playback. */
const HELD_FRAMES = 25;
/** A leg this far from the clock has lost or unsent frames, and is resynchronized. */
const RESYNC_FRAMES = 12;

export type Leg = "caller" | "agent";
/** Position of each leg's samples in a stereo pair. */
const CHANNEL: Record<Leg, number> = { caller: 0, agent: 1 };

type Slot = Int16Array;

export type Timeline = {
  /** Adds a frame of 320 samples that was heard or sent at `atMs`. */
  push(leg: Leg, frame: Int16Array, atMs: number): void;
  /** Discards audio after `atMs` that was never played. */
  cleared(atMs: number): void;
  /** Emits the frames that are complete at `atMs`. */
  advance(atMs: number): void;
  /** Emits all frames up to `atMs`, at the end. */
  finish(atMs: number): void;
};

/** Mixes both legs on one clock, that of playback. A moment without audio is silence. */
export function createTimeline(startMs: number, emit: (frame: Int16Array) => void): Timeline {
  const slots = new Map<number, Slot>();
  const next: Record<Leg, number> = { caller: 0, agent: 0 };
  let emittedFrames = 0;

  const slotAt = (atMs: number): number => Math.floor((atMs - startMs) / FRAME_MS);
  const placeOf = (leg: Leg, now: number): number => {
    const legPosition = next[leg];
    // Played audio is sent slightly ahead and in order; received audio arrives late.
    if (leg === "agent") return Math.max(legPosition, now);
    return Math.abs(now - legPosition) > RESYNC_FRAMES ? Math.max(now, emittedFrames) : legPosition;
  };
  const giveUntil = (end: number) => {
    for (; emittedFrames < end; emittedFrames++) {
      emit(slots.get(emittedFrames) ?? new Int16Array(FRAME_SAMPLES * CHANNELS));
      slots.delete(emittedFrames);
    }
  };

  return {
    push(leg, frame, atMs) {
      const now = slotAt(atMs);
      if (now < 0) return;
      const at = placeOf(leg, now);
      if (at < emittedFrames || at > now + HELD_FRAMES) return;
      next[leg] = at + 1;
      const slot = slots.get(at) ?? new Int16Array(FRAME_SAMPLES * CHANNELS);
      slots.set(at, slot);
      for (let i = 0; i < FRAME_SAMPLES; i++) slot[i * CHANNELS + CHANNEL[leg]] = frame[i] ?? 0;
    },
    cleared(atMs) {
      const now = slotAt(atMs);
      for (const [at, slot] of slots) {
        if (at <= now) continue;
        for (let i = 0; i < FRAME_SAMPLES; i++) slot[i * CHANNELS + CHANNEL.agent] = 0;
      }
      next.agent = Math.max(0, now + 1);
    },
    advance: (atMs) => giveUntil(slotAt(atMs) - HELD_FRAMES),
    finish: (atMs) => giveUntil(Math.max(emittedFrames, slotAt(atMs))),
  };
}
