import { describe, expect, it } from "vitest";
import type { Transcriber } from "@/lib/agents/providers/schema";
import { carriedFrames, concat, LINE_HZ, type Pcm, samplesIn, silenceOf } from "../corpus/line";
import { seededRandom } from "../corpus/random";
import { type Outcome, simulate } from "./simulate";

/** A tone stands for speech. */
const tone = (ms: number, amplitude = 6_000): Pcm =>
  Int16Array.from({ length: samplesIn(ms) }, (_, i) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * 400 * i) / LINE_HZ)),
  );
const LOUD = 300;
const isLoud = (frame: Int16Array): boolean => frame.some((sample) => Math.abs(sample) > LOUD);

const transcriber = (text: string): Transcriber => ({
  name: "scripted",
  begin: () => ({
    push: () => undefined,
    finish: async () => ({ text, confidence: 1, understood: text !== "" }),
    abort: () => undefined,
  }),
  close: () => undefined,
});

/** The caller says `ms` of `text` one second into five seconds of the agent's speech. */
function overlap(ms: number, text: string): Promise<Outcome> {
  const random = seededRandom("simulate");
  return simulate(
    {
      line: carriedFrames(concat(silenceOf(1_500), tone(ms), silenceOf(4_500)), 0, random),
      agent: [{ atMs: 500, frames: carriedFrames(tone(5_000, 3_000), 0, random) }],
      echo: null,
      expectation: { kind: "open", language: "en-US" },
    },
    { push: (frame) => (isLoud(frame) ? 0.95 : 0.01), close: () => undefined },
    () => transcriber(text),
  );
}

describe("speech over the agent, in virtual time", () => {
  it("makes it quieter at 100 ms, pauses it at 400 ms, and ends its turn with the words", async () => {
    const { duckedMs, heldMs, interruptedMs, turns, isStuck } = await overlap(800, "I have a question");
    expect((duckedMs[0] ?? 0) - 1_500).toBeLessThanOrEqual(160);
    expect((heldMs[0] ?? 0) - 1_500).toBeGreaterThanOrEqual(380);
    expect((heldMs[0] ?? 0) - 1_500).toBeLessThanOrEqual(480);
    expect(interruptedMs).toHaveLength(1);
    expect(turns.map(({ words }) => words.text)).toEqual(["I have a question"]);
    expect(isStuck).toBe(false);
  });

  it("that is a short sign of attention only makes it quieter", async () => {
    const { duckedMs, heldMs, interruptedMs, turns } = await overlap(250, "mm-hm");
    expect([duckedMs.length, heldMs.length, interruptedMs.length, turns.length]).toEqual([1, 0, 0, 0]);
  });

  it("that is a longer sign of attention pauses it, and the sentence continues", async () => {
    const { heldMs, interruptedMs, turns, isStuck } = await overlap(600, "okay");
    expect([heldMs.length, interruptedMs.length, turns.length, isStuck]).toEqual([1, 0, 0, false]);
  });

  it("that is a single yes or no is an answer", async () => {
    for (const text of ["yes", "no"]) {
      const { turns } = await overlap(250, text);
      expect(turns.map(({ words }) => words.text)).toEqual([text]);
    }
  });
});
