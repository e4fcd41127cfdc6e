import { describe, expect, it } from "vitest";
import { FRAME_MS, FRAME_SAMPLES } from "./audio-format";
import { createTimeline } from "./timeline";

const frame = (value: number) => new Int16Array(FRAME_SAMPLES).fill(value);
/** The first sample of both channels of each frame. */
function record(play: (timeline: ReturnType<typeof createTimeline>) => void, endMs: number) {
  const frames: (readonly [number | undefined, number | undefined])[] = [];
  const timeline = createTimeline(1_000, (mixed) => frames.push([mixed[0], mixed[1]]));
  play(timeline);
  timeline.finish(endMs);
  return frames;
}

describe("the timeline of both legs", () => {
  it("places frames where they were heard, with silence between them", () => {
    const frames = record((t) => {
      t.push("caller", frame(1), 1_000);
      t.push("agent", frame(2), 1_040);
      t.push("caller", frame(3), 1_020);
    }, 1_080);
    expect(frames).toEqual([
      [1, 0],
      [3, 0],
      [0, 2],
      [0, 0],
    ]);
  });

  it("omits audio from before its start", () => {
    expect(record((t) => t.push("caller", frame(9), 980), 1_020)).toEqual([[0, 0]]);
  });

  it("plays buffered audio in order, and discards what was cleared before it was played", () => {
    const frames = record((t) => {
      for (const value of [1, 2, 3, 4]) t.push("agent", frame(value), 1_000);
      t.cleared(1_000 + FRAME_MS);
      t.push("agent", frame(7), 1_060);
    }, 1_080);
    expect(frames.map(([, agent]) => agent)).toEqual([1, 2, 0, 7]);
  });

  it("evens out jitter, and restarts after a gap", () => {
    const frames = record((t) => {
      for (const [value, at] of [
        [1, 1_000],
        [2, 1_055],
        [3, 1_056],
        [4, 1_900],
      ] as const)
        t.push("caller", frame(value), at);
    }, 1_920);
    expect(frames.map(([caller]) => caller).flatMap((value, i) => (value === 0 ? [] : [[value, i]]))).toEqual(
      [
        [1, 0],
        [2, 1],
        [3, 2],
        [4, 45],
      ],
    );
  });

  it("is emitted once as time passes, without frames that are too late", () => {
    const frames: number[] = [];
    const timeline = createTimeline(0, (mixed) => frames.push(mixed[0] ?? 0));
    timeline.push("caller", frame(1), 0);
    timeline.advance(1_000);
    const early = frames.length;
    expect(frames[0]).toBe(1);
    timeline.push("agent", frame(5), 100);
    timeline.finish(1_000);
    expect(early).toBeLessThan(frames.length);
    expect(frames).toHaveLength(50);
  });
});
