import { beforeAll, describe, expect, test } from "vitest";

/** The file as a browser's audio thread loads it. */
let voice;
beforeAll(async () => {
  Object.assign(globalThis, { AudioWorkletProcessor: class {}, registerProcessor: () => undefined });
  voice = await import("@/public/worklets/voice.js");
});

const tone = (hz, rateHz, samples) =>
  Float32Array.from({ length: samples }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * i) / rateHz));
const BLOCK = 128;

/** A second of a tone, as blocks come, through the microphone's side. */
function framed(hz, rateHz) {
  const framer = new voice.Framer(rateHz);
  const samples = tone(hz, rateHz, rateHz);
  const frames = [];
  for (let at = 0; at + BLOCK <= samples.length; at += BLOCK)
    frames.push(...framer.push(samples.subarray(at, at + BLOCK)));
  return frames;
}
const level = (samples) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length) / 32_768;
const FULL_TONE = 0.5 / Math.SQRT2;

describe.each([44_100, 48_000, 16_000, 8_000])("a microphone at %i Hz", (rateHz) => {
  test("gives 50 frames of 320 samples a second, as loud as what was said", () => {
    const frames = framed(440, rateHz);
    expect(frames.length).toBeGreaterThanOrEqual(48);
    expect(frames.length).toBeLessThanOrEqual(50);
    expect(frames.every((frame) => frame instanceof Int16Array && frame.length === 320)).toBe(true);
    expect(level(frames[20])).toBeCloseTo(FULL_TONE, 2);
  });
});

test("removes frequencies above 8 kHz instead of aliasing them", () => {
  expect(level(framed(11_000, 48_000)[20])).toBeLessThan(FULL_TONE / 300);
});

test("a microphone that is too loud is clipped, not turned around", () => {
  const framer = new voice.Framer(16_000);
  const [, frame] = framer.push(new Float32Array(800).fill(2));
  expect(Math.min(...frame)).toBe(32_767);
});

describe("the loudspeaker", () => {
  const frame = () => Int16Array.from(tone(440, 16_000, 320), (sample) => sample * 32_768);
  const pull = (jitter, blocks = 1) => {
    const output = new Float32Array(BLOCK * blocks);
    for (let i = 0; i < blocks; i++) jitter.pull(output.subarray(i * BLOCK, (i + 1) * BLOCK));
    return output;
  };

  test("begins with three frames, and a sound that is shorter after as long", () => {
    const jitter = new voice.Jitter(48_000);
    jitter.push(frame());
    expect(Math.max(...pull(jitter))).toBe(0);
    jitter.push(frame());
    jitter.push(frame());
    jitter.push(frame());
    expect(Math.max(...pull(jitter, 4))).toBeGreaterThan(0.2);

    const short = new voice.Jitter(48_000);
    short.push(frame());
    expect(Math.max(...pull(short, 40))).toBeGreaterThan(0.2);
  });

  test("plays each sample once, and is silent behind the last", () => {
    const jitter = new voice.Jitter(48_000);
    for (let i = 0; i < 10; i++) jitter.push(frame());
    const output = pull(jitter, 120);
    const audibleSamples = output.filter((sample) => Math.abs(sample) > 0.001).length;
    expect(audibleSamples).toBeGreaterThan(9 * 960);
    expect(audibleSamples).toBeLessThan(10.5 * 960);
    expect(Math.abs(output.at(-1))).toBeLessThan(0.001);
  });

  test("forgets what is waiting when it is cleared, without a click, and plays what comes then", () => {
    const jitter = new voice.Jitter(48_000);
    for (let i = 0; i < 20; i++) jitter.push(frame());
    pull(jitter, 10);
    jitter.clear();
    const after = pull(jitter, 10);
    const steps = after.subarray(1).map((sample, i) => Math.abs(sample - after[i]));
    expect(Math.max(...steps)).toBeLessThan(0.05);
    expect(Math.abs(after.at(-1))).toBeLessThan(0.001);
    for (let i = 0; i < 5; i++) jitter.push(frame());
    expect(Math.max(...pull(jitter, 10))).toBeGreaterThan(0.2);
  });

  test("keeps two seconds at most, the latest", () => {
    const jitter = new voice.Jitter(48_000);
    for (let i = 0; i < 500; i++) jitter.push(frame());
    expect(jitter.count).toBe(96_000);
  });
});
