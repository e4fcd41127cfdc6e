import { describe, expect, it } from "vitest";
import { echoGuard } from "./echo";

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
const share = (said: readonly boolean[]) => said.filter(Boolean).length / said.length;

/** What the guard says of each frame, once it has something to compare. */
function guarded(ours: readonly number[], theirs: readonly number[]): boolean[] {
  const guard = echoGuard();
  return ours
    .map((loud, i) => {
      guard.played(loud);
      guard.heard(theirs[i] ?? 0);
      return guard.isEcho();
    })
    .slice(60);
}

describe("our voice come back", () => {
  it.each([0, 3, 8, 15])("is known, %i frames late", (lag) => {
    const ours = speech(1, FRAMES);
    const back = ours.map((_, i) => 0.4 * (ours[i - lag] ?? 0) + 0.001);
    expect(share(guarded(ours, back))).toBeGreaterThan(0.9);
  });

  it("is nobody else's: somebody who speaks over us is heard", () => {
    const said = guarded(speech(1, FRAMES), speech(7, FRAMES));
    expect(share(said)).toBeLessThan(0.15);
  });

  it("is not where we say nothing", () => {
    const silent = new Array<number>(FRAMES).fill(0);
    expect(share(guarded(silent, speech(3, FRAMES)))).toBe(0);
  });
});
