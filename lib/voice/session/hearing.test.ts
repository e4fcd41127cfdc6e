import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { FRAME_MS } from "@/lib/platform/audio";
import { silence, speech } from "../testing/providers";
import { createHearing } from "./hearing";

/** Machines are shared: a wait ends when its condition holds, however late that is. */
const PATIENCE = { timeout: 20_000 };

/** An ear on a line whose frames come when the test says. */
function listen(answer: (probability: number) => Promise<number> = async (probability) => probability) {
  const events: { type: string; frames: number }[] = [];
  let lost = 0;
  let nowMs = 10_000;
  const hearing = createHearing({
    vad: { push: (frame) => answer(frame[1] === 0 ? 0.01 : 0.95), close: () => undefined },
    nowMs: () => nowMs,
    duringAgentSpeech: () => false,
    mayIgnoreSoftSound: () => false,
    expectation: () => ({ kind: "open", language: "en" }),
    patience: "medium",
    isUnfinished: () => false,
    happened: ({ type }, before) => type !== "sustained" && events.push({ type, frames: before.length }),
    onSpeechFrame: () => undefined,
    onSpeechLost: () => lost++,
    loud: () => undefined,
    failed: (error) => {
      throw error;
    },
  });
  return {
    hearing,
    events,
    lost: () => lost,
    /** Frames that come so far apart. */
    async bring(frames: readonly Int16Array[], apartMs = FRAME_MS) {
      for (const frame of frames) {
        nowMs += apartMs;
        hearing.frame(frame);
        for (let i = 0; i < 10; i++) await Promise.resolve();
      }
    },
    wait(ms: number) {
      nowMs += ms;
    },
  };
}

describe("a caller's sound", () => {
  it("that stops in a burst, before any frame of it was judged, still ends", async () => {
    const { hearing, events, wait } = listen();
    for (const frame of speech(0, 500)) hearing.frame(frame);
    await expect.poll(() => events.map(({ type }) => type), PATIENCE).toEqual(["started"]);
    wait(400);
    await expect.poll(() => events.map(({ type }) => type), PATIENCE).toEqual(["started", "ended"]);
    hearing.close();
  });

  it("that stops still ends when the timer fires early", async () => {
    const { bring, hearing, events, wait } = listen();
    await bring(speech(0, 500));
    wait(399);
    await setTimeout(500);
    expect(events.map(({ type }) => type)).toEqual(["started"]);
    wait(1);
    await expect.poll(() => events.map(({ type }) => type), PATIENCE).toEqual(["started", "ended"]);
    hearing.close();
  });

  it("is speech with what came just before it", async () => {
    const { bring, events, hearing } = listen();
    await bring([...silence(400), ...speech(0, 600), ...silence(1_000)]);
    expect(events).toEqual([
      { type: "started", frames: 15 },
      { type: "ended", frames: 0 },
    ]);
    hearing.close();
  });

  it("has its own time: a click that a network stretches is a click", async () => {
    const { bring, events, hearing } = listen();
    await bring(silence(400));
    await bring(speech(0, 60), 60);
    await bring(silence(1_000));
    expect(events).toEqual([]);
    hearing.close();
  });

  it("that comes all at once is heard as it was spoken", async () => {
    const { bring, wait, events, hearing } = listen();
    await bring(silence(400));
    wait(200);
    await bring(speech(0, 200), 0);
    await bring(silence(1_000));
    expect(events.map(({ type }) => type)).toEqual(["started", "ended"]);
    hearing.close();
  });

  it("is over when the line is", async () => {
    const { bring, events, hearing } = listen();
    await bring(speech(0, 300));
    hearing.stop();
    expect(events.map(({ type }) => type)).toEqual(["started", "ended"]);
    hearing.close();
  });

  it("is incomplete where frames were missing during speech or just before it", async () => {
    const during = listen();
    await during.bring(speech(0, 600));
    during.hearing.missing(4);
    await during.bring(speech(0, 200));
    expect(during.lost()).toBe(1);
    during.hearing.close();
    const before = listen();
    await before.bring(silence(400));
    before.hearing.missing(4);
    await before.bring(speech(0, 600));
    expect(before.lost()).toBe(1);
    before.hearing.close();
  });

  it("is complete where the gap was short enough to conceal, or long before", async () => {
    const { bring, lost, hearing } = listen();
    hearing.missing(4);
    await bring([...silence(1_000), ...speech(0, 300)]);
    hearing.missing(3);
    await bring(speech(0, 300));
    expect(lost()).toBe(0);
    hearing.close();
  });

  it.each([
    { burstMs: 1_900, isDropped: false },
    { burstMs: 2_200, isDropped: true },
  ])(
    "is incomplete where the VAD was more than two seconds behind: $burstMs ms",
    async ({ burstMs, isDropped }) => {
      let release: () => void = () => undefined;
      let isStuck = false;
      const { bring, lost, hearing } = listen((probability) =>
        isStuck
          ? new Promise((resolve) => {
              release = () => resolve(probability);
            })
          : Promise.resolve(probability),
      );
      await bring(speech(0, 600));
      isStuck = true;
      await bring(speech(0, burstMs), 0);
      isStuck = false;
      release();
      await bring(speech(0, 40));
      expect(hearing.dropped() > 0).toBe(isDropped);
      expect(lost() > 0).toBe(isDropped);
      hearing.close();
    },
  );

  it("is silence while it is muted", async () => {
    const { bring, events, hearing } = listen();
    hearing.mute(true);
    await bring(speech(0, 500));
    expect(events).toEqual([]);
    hearing.close();
  });
});
