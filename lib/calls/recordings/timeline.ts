import { CHANNELS, FRAME_MS, FRAME_SAMPLES } from "./sound";

/** A leg may come this late, or be sent this far ahead, before its place is given away: jitter, and the lead of playing. */
const HELD_FRAMES = 25;
/** Sound has its own time; where a leg is this far from the clock, frames were lost or never sent, and it begins anew. */
const RESYNC_FRAMES = 12;

export type Leg = "caller" | "agent";
/** Where a leg's samples lie among the two of each moment. */
const CHANNEL: Record<Leg, number> = { caller: 0, agent: 1 };

type Slot = Int16Array;

export type Timeline = {
  /** A frame of 320 samples that was heard or sent at `atMs`. */
  push(leg: Leg, frame: Int16Array, atMs: number): void;
  /** What was sent ahead of `atMs` was never played. */
  cleared(atMs: number): void;
  /** Gives out what is complete at `atMs`. */
  advance(atMs: number): void;
  /** Gives out all up to `atMs`: it is over. */
  finish(atMs: number): void;
};

/** Lays both legs beside each other on one clock, that of what is played: a moment without sound is silence. */
export function makeTimeline(startMs: number, out: (frame: Int16Array) => void): Timeline {
  const slots = new Map<number, Slot>();
  const next: Record<Leg, number> = { caller: 0, agent: 0 };
  let given = 0;

  const slotAt = (atMs: number): number => Math.floor((atMs - startMs) / FRAME_MS);
  const placeOf = (leg: Leg, now: number): number => {
    const mine = next[leg];
    // What is played is sent a little ahead, in order; what is heard comes when it comes.
    if (leg === "agent") return Math.max(mine, now);
    return Math.abs(now - mine) > RESYNC_FRAMES ? Math.max(now, given) : mine;
  };
  const giveUntil = (end: number) => {
    for (; given < end; given++) {
      out(slots.get(given) ?? new Int16Array(FRAME_SAMPLES * CHANNELS));
      slots.delete(given);
    }
  };

  return {
    push(leg, frame, atMs) {
      const now = slotAt(atMs);
      if (now < 0) return;
      const at = placeOf(leg, now);
      if (at < given || at > now + HELD_FRAMES) return;
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
    finish: (atMs) => giveUntil(Math.max(given, slotAt(atMs))),
  };
}
