import { afterEach, describe, expect, it, vi } from "vitest";
import { FRAME_SAMPLES } from "@/lib/platform/audio/frame";
import { createPlayout, keepTime, LEAD_FRAMES, onTick } from "./playout";

const frame = (n: number) => new Int16Array(FRAME_SAMPLES).fill(n);

/** A playout with a clock that the test sets; `sent` are the numbers and times of sent frames. */
function open() {
  const sent: { n: number; atMs: number }[] = [];
  const writes: number[] = [];
  let nowMs = 1_000;
  const playout = createPlayout(
    (frames) => {
      writes.push(frames.length);
      for (const sentFrame of frames) sent.push({ n: sentFrame[0] ?? -1, atMs: nowMs - 1_000 });
    },
    () => nowMs,
  );
  return {
    playout,
    sent,
    writes,
    write(count: number, from = 0) {
      for (let i = 0; i < count; i++) void playout.write(frame(from + i));
    },
    /** Ticks every 10 ms. */
    pass(ms: number, step = 10) {
      for (let passed = 0; passed < ms; passed += step) {
        nowMs += step;
        playout.tick(nowMs);
      }
    },
    jump(ms: number) {
      nowMs += ms;
      playout.tick(nowMs);
    },
  };
}

describe("holding", () => {
  it("stops at once, and continues with what was not heard, from a gap between words", () => {
    const { playout, pass, sent } = open();
    const rewound: number[] = [];
    // Frame 20 is the quietest of the last half second.
    for (let n = 0; n < 60; n++)
      void playout.write(n === 20 ? frame(0) : frame(100 + n), { rewound: () => rewound.push(n) });
    pass(600);
    const before = sent.length;
    expect(playout.hold()).toBe(true);
    pass(500);
    expect(sent).toHaveLength(before);
    playout.release(100);
    pass(2_000);
    expect(sent.slice(before).map(({ n }) => n)).toEqual([
      0,
      ...Array.from({ length: 39 }, (_, i) => 121 + i),
    ]);
    expect(rewound).toEqual(Array.from({ length: before - 20 }, (_, i) => 20 + i));
  });

  it("is refused where all has been sent, and ended by a clear", () => {
    const { playout, write, pass, sent } = open();
    write(3);
    pass(200);
    expect(playout.hold()).toBe(false);
    write(20, 10);
    expect(playout.hold()).toBe(true);
    playout.clear();
    write(1, 99);
    pass(100);
    expect(sent.at(-1)?.n).toBe(99);
  });

  it("outlasts a lost line", () => {
    const { playout, write, pass, sent } = open();
    write(40);
    pass(100);
    playout.hold();
    playout.pause();
    playout.resume();
    const before = sent.length;
    pass(300);
    expect(sent).toHaveLength(before);
    playout.release(0);
    pass(300);
    expect(sent.length).toBeGreaterThan(before);
  });
});

describe("playing", () => {
  it("sends two frames every 40 ms, slightly ahead, regardless of their synthesis time", () => {
    const { write, pass, sent, writes } = open();
    write(20);
    pass(10);
    expect(sent).toHaveLength(1 + LEAD_FRAMES);
    pass(200);
    expect(writes).toEqual([1, LEAD_FRAMES, 2, 2, 2, 2, 2]);
    expect(sent).toHaveLength(1 + LEAD_FRAMES + 10);
    expect(sent.map(({ n }) => n)).toEqual(sent.map((_, i) => i));
  });

  it("sends the first frame at once, and the lead behind it at the next tick", () => {
    const { write, pass, sent } = open();
    write(20);
    expect(sent).toEqual([{ n: 0, atMs: 0 }]);
    pass(10);
    expect(sent).toHaveLength(1 + LEAD_FRAMES);
  });

  it("starts again after a gap", () => {
    const { write, pass, sent } = open();
    write(4);
    pass(500);
    write(4, 10);
    pass(10);
    expect(sent).toHaveLength(8);
  });

  it("makes up for a short stall, and not for a long one", () => {
    const short = open();
    short.write(60);
    short.pass(100);
    const before = short.sent.length;
    short.jump(120);
    expect(short.sent.length - before).toBe(6);
    const long = open();
    long.write(200);
    long.pass(100);
    const then = long.sent.length;
    long.jump(2_000);
    expect(long.sent.length - then).toBe(2);
    expect(long.playout.late().at(-1)).toBe(1);
  });

  it("measures how late it is", () => {
    const { playout, write, pass } = open();
    write(30);
    pass(300);
    expect(
      playout
        .late()
        .slice(1)
        .every((n) => n === 0),
    ).toBe(true);
    expect(playout.late()[0]).toBeGreaterThan(5);
  });

  it("accepts only what fits its buffer: a writer waits", async () => {
    const { playout, pass } = open();
    let writtenFrames = 0;
    const writing = (async () => {
      for (let i = 0; i < 600; i++) {
        await playout.write(frame(i));
        writtenFrames++;
      }
    })();
    for (let i = 0; i < 1_000; i++) await Promise.resolve();
    expect(writtenFrames).toBeLessThan(510);
    for (let i = 0; i < 600; i++) {
      pass(20);
      await Promise.resolve();
    }
    await writing;
    expect(writtenFrames).toBe(600);
  });

  it("discards unsent frames without reporting them", async () => {
    const { playout, write, pass, sent } = open();
    write(50);
    let marked = false;
    playout.mark(() => {
      marked = true;
    });
    pass(100);
    const before = sent.length;
    playout.clear();
    pass(2_000);
    expect(sent).toHaveLength(before);
    expect(marked).toBe(false);
  });

  it("tells of a mark once all before it is sent", () => {
    const { playout, write, pass, sent } = open();
    write(10);
    let at = -1;
    playout.mark(() => {
      at = sent.length;
    });
    pass(1_000);
    expect(at).toBe(10);
  });

  it("pauses while the line is lost, and resumes where it was", () => {
    const { playout, write, pass, sent } = open();
    write(100);
    pass(200);
    const before = sent.length;
    playout.pause();
    pass(5_000);
    expect(sent).toHaveLength(before);
    playout.resume();
    pass(10);
    expect(sent[before]?.n).toBe(before);
  });
});

// Also after a failing test, so that the next one has a separate clock.
afterEach(() => void vi.useRealTimers());

it("keeps time for calls with and without a requested tick", () => {
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
  const ticks: number[] = [];
  const stop = onTick((nowMs) => ticks.push(nowMs));
  vi.advanceTimersByTime(5);
  expect(ticks).toHaveLength(1);
  // Just checked, so not again immediately.
  keepTime();
  expect(ticks).toHaveLength(1);
  vi.advanceTimersByTime(2);
  keepTime();
  expect(ticks).toHaveLength(2);
  vi.advanceTimersByTime(5);
  expect(ticks).toHaveLength(3);
  stop();
  vi.advanceTimersByTime(20);
  keepTime();
  expect(ticks).toHaveLength(3);
});
