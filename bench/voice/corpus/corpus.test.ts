import { describe, expect, it } from "vitest";
import { speechLevelDb } from "@/lib/platform/audio/speech-level";
import { answerItems } from "./items";
import { atLevel, carriedFrames, LINE_HZ, makeMusic } from "./line";
import { digitsIn, meaningOf } from "./meaning";
import { seededRandom } from "./random";
import { halfOf, wilsonInterval } from "./split";
import { wordErrors } from "./word-errors";

describe("the corpus", () => {
  it("is the same in each run, and its halves share nothing", () => {
    const unseen = answerItems("unseen", 30, 10);
    expect(answerItems("unseen", 30, 10)).toEqual(unseen);
    const tuning = new Set(answerItems("tuning", 30, 10).map(({ id }) => id));
    expect(unseen.filter(({ id }) => tuning.has(id))).toEqual([]);
    expect(unseen.every(({ id }) => halfOf(id) === "unseen")).toBe(true);
  });

  it("knows what each of its answers means", () => {
    const without = answerItems("tuning", 60, 20).filter(
      (item) => item.isAnswer && meaningOf(item, item.text) === null,
    );
    expect(without.map(({ id, text }) => `${id}: ${text}`)).toEqual([]);
    expect(digitsIn("four double two")).toBe("422");
  });
});

describe("the line", () => {
  it("brings sounds to a level, and loses the share of packets that is asked for", () => {
    const random = seededRandom("line");
    const music = atLevel(makeMusic(20_000, random), -25);
    expect(speechLevelDb(music, LINE_HZ)).toBeCloseTo(-25, 0);
    const frames = carriedFrames(music, 0.05, random);
    const lost = frames.filter((frame) => frame.every((sample) => sample === 0)).length / frames.length;
    expect(lost).toBeGreaterThan(0.03);
    expect(lost).toBeLessThan(0.08);
  });
});

describe("figures", () => {
  it("have Wilson's interval", () => {
    const { low, high } = wilsonInterval(0, 300);
    expect(low).toBe(0);
    expect(high).toBeCloseTo(0.0126, 3);
    expect(wilsonInterval(150, 300).low).toBeCloseTo(0.4437, 3);
  });

  it("count the errors of words", () => {
    expect(wordErrors("four five six", "four five six")).toBe(0);
    expect(wordErrors("four five six", "four nine six two")).toBe(2);
    expect(wordErrors("four five", "")).toBe(2);
  });
});
