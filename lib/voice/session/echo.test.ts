import { describe, expect, it } from "vitest";
import { createEchoGuard } from "./echo";

/** Loudness like that of speech: syllables of different height, from a seed. */
function speech(seed: number, frames: number): number[] {
  let state = seed;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const levels: number[] = [];
  while (levels.length < frames) {
    const height = 0.05 + random() * 0.3;
    const length = 4 + Math.floor(random() * 8);
    for (let i = 0; i < length; i++) levels.push(height * Math.sin((Math.PI * (i + 1)) / (length + 1)) ** 2);
    for (let i = 0; i < Math.floor(random() * 5); i++) levels.push(0.001);
  }
  return levels.slice(0, frames);
}

const FRAMES = 200;
const share = (flags: readonly boolean[]) => flags.filter(Boolean).length / flags.length;

/** The guard's result for each frame, once it has enough frames. */
function guarded(ownSound: readonly number[], callerSound: readonly number[]): boolean[] {
  const guard = createEchoGuard();
  return ownSound
    .map((loud, i) => {
      guard.played(loud);
      guard.received(callerSound[i] ?? 0);
      return guard.isEcho();
    })
    .slice(60);
}

describe("our voice come back", () => {
  it.each([0, 3, 8, 15])("is known, %i frames late", (lag) => {
    const ownSpeech = speech(1, FRAMES);
    const back = ownSpeech.map((_, i) => 0.4 * (ownSpeech[i - lag] ?? 0) + 0.001);
    expect(share(guarded(ownSpeech, back))).toBeGreaterThan(0.9);
  });

  it("is distinguished from a caller who speaks during agent speech", () => {
    const flags = guarded(speech(1, FRAMES), speech(7, FRAMES));
    expect(share(flags)).toBeLessThan(0.15);
  });

  it("is not where we say nothing", () => {
    const silent = new Array<number>(FRAMES).fill(0);
    expect(share(guarded(silent, speech(3, FRAMES)))).toBe(0);
  });
});
