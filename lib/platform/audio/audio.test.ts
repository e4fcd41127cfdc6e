import { describe, expect, it } from "vitest";
import {
  alaw,
  createFramer,
  createResampler,
  dbfs,
  FRAME_SAMPLES,
  type RateHz,
  rms,
  ulaw,
  wavHeader,
} from ".";

const tone = (hz: number, rateHz: number, samples: number, amplitude = 10_000): Int16Array =>
  Int16Array.from({ length: samples }, (_, n) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * hz * n) / rateHz)),
  );

describe("G.711", () => {
  // The decision values of ITU-T G.711, tables 1a/1b and 2a/2b, scaled to 16 bits.
  it("decodes the codes of the tables", () => {
    expect([...alaw.decode(Uint8Array.of(0xd5, 0x55, 0xaa, 0x2a, 0x80, 0x00))]).toEqual([
      8, -8, 32_256, -32_256, 5_504, -5_504,
    ]);
    expect([...ulaw.decode(Uint8Array.of(0xff, 0x7f, 0x80, 0x00, 0xfe, 0x7e, 0xf0, 0x8f))]).toEqual([
      0, 0, 32_124, -32_124, 8, -8, 120, 16_764,
    ]);
  });

  it("encodes silence and the extremes as the tables have them", () => {
    expect([...ulaw.encode(Int16Array.of(0, 32_767, -32_768, 8, -8))]).toEqual([0xff, 0x80, 0, 0xfe, 0x7e]);
    expect([...alaw.encode(Int16Array.of(0, 32_767, -32_768, -1))]).toEqual([0xd5, 0xaa, 0x2a, 0x55]);
  });

  it.each([
    ["µ-law", ulaw],
    ["A-law", alaw],
  ])("finds every value of %s again, and no sample further from its code than half a step", (_, law) => {
    const codes = Uint8Array.from({ length: 256 }, (_, code) => code);
    const samples = law.decode(codes);
    expect(law.decode(law.encode(samples))).toEqual(samples);
    const all = Int16Array.from({ length: 65_536 }, (_, i) => i - 32_768);
    const decoded = law.decode(law.encode(all));
    // A segment's step is a sixteenth of its lower bound (with µ-law's bias), and 16 in the lowest; the top is cut.
    const far = all.filter((sample, i) => {
      const error = Math.abs(sample - (decoded[i] ?? 0));
      return error > Math.max(8, (Math.abs(sample) + 132) / 32) && Math.abs(sample) < 32_000;
    });
    expect([...far]).toEqual([]);
  });
});

describe("resampling", () => {
  const pairs: [RateHz, RateHz][] = [
    [8_000, 16_000],
    [16_000, 8_000],
    [16_000, 48_000],
    [48_000, 16_000],
    [24_000, 16_000],
  ];

  it.each(pairs)("keeps the loudness of speech from %i to %i Hz", (from, to) => {
    const output = createResampler(from, to).push(tone(1_000, from, from));
    expect(output.length).toBe(to);
    const loss = dbfs(output.subarray(to / 10)) - dbfs(tone(1_000, to, to).subarray(to / 10));
    expect(Math.abs(loss)).toBeLessThan(0.05);
  });

  it.each(pairs)("gives the same samples from %i to %i Hz however the stream is cut", (from, to) => {
    const input = tone(700, from, from / 10);
    const whole = createResampler(from, to).push(input);
    const pieces = createResampler(from, to);
    const joined: number[] = [];
    for (let at = 0, length = 1; at < input.length; at += length, length = (length * 7) % 97)
      joined.push(...pieces.push(input.subarray(at, at + length)));
    expect(joined).toEqual([...whole]);
  });

  it("lets nothing through that the lower rate would fold back", () => {
    const output = createResampler(16_000, 8_000).push(tone(5_000, 16_000, 16_000));
    expect(dbfs(output.subarray(800))).toBeLessThan(-80);
    const browser = createResampler(48_000, 16_000).push(tone(11_000, 48_000, 48_000));
    expect(dbfs(browser.subarray(1_600))).toBeLessThan(-80);
  });

  it("cuts what is too loud instead of turning it over", () => {
    const square = Int16Array.from({ length: 800 }, (_, n) => (n % 16 < 8 ? 32_767 : -32_768));
    const output = createResampler(8_000, 16_000).push(square);
    const jumps = output.slice(1).filter((sample, n) => Math.abs(sample - (output[n] ?? 0)) > 50_000);
    expect(jumps.length).toBe(0);
  });
});

it("cuts a stream into frames, and fills the last with silence", () => {
  const framer = createFramer();
  const input = Int16Array.from({ length: 1_000 }, (_, n) => n + 1);
  const frames = [input.subarray(0, 7), input.subarray(7)].flatMap((piece) => framer.push(piece));
  expect(frames.map((frame) => frame.length)).toEqual([FRAME_SAMPLES, FRAME_SAMPLES, FRAME_SAMPLES]);
  expect([...frames.flatMap((frame) => [...frame])]).toEqual([...input.subarray(0, 960)]);
  const last = framer.flush();
  expect([last?.length, last?.[39], last?.[40]]).toEqual([FRAME_SAMPLES, 1_000, 0]);
  expect(framer.flush()).toBeNull();
});

it("measures loudness", () => {
  expect(rms(new Int16Array(0))).toBe(0);
  expect(dbfs(new Int16Array(320))).toBe(-100);
  expect(rms(Int16Array.of(16_384, -16_384))).toBe(0.5);
  // A sine of full scale is 3.01 dB under a square of it.
  expect(dbfs(tone(1_000, 16_000, 16_000, 32_767))).toBeCloseTo(-3.01, 2);
});

it("writes the header of a WAV file", () => {
  const header = Buffer.from(wavHeader({ rateHz: 16_000, channels: 2, dataBytes: 1_280 }));
  expect(header.toString("hex")).toBe(
    "524946462405000057415645666d74201000000001000200803e000000fa00000400100064617461" + "00050000",
  );
  expect(() => wavHeader({ rateHz: 8_000, channels: 1, dataBytes: 2 ** 32 })).toThrow(RangeError);
});
