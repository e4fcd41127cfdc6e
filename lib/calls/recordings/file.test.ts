import { Decoder } from "@evan/opus";
import { expect, test } from "vitest";
import { CHANNELS, FRAME_BYTES, FRAME_MS, SAMPLE_RATE_HZ } from "./audio-format";
import { createEncoder } from "./encode";
import { oggPackets } from "./ogg";
import { createPeakMeter } from "./peaks";
import { covers, silence, widenRanges } from "./silence";

/** A tone in the caller's channel, and silence in the agent's. */
function tone(ms: number): Buffer {
  const pcm = Buffer.alloc((ms / FRAME_MS) * FRAME_BYTES);
  for (let i = 0; i < pcm.length / (2 * CHANNELS); i++)
    pcm.writeInt16LE(
      Math.round(8_000 * Math.sin((2 * Math.PI * 440 * i) / SAMPLE_RATE_HZ)),
      i * 2 * CHANNELS,
    );
  return pcm;
}
const loudest = (pcm: Buffer) => Math.max(...makePeaksOf(pcm).caller);
const makePeaksOf = (pcm: Buffer) => {
  const peaks = createPeakMeter();
  peaks.push(pcm);
  return peaks.finish();
};

async function encodeAndDecode(pcm: Buffer): Promise<{ file: Buffer; decoded: Buffer }> {
  const encoder = createEncoder();
  await encoder.push(pcm);
  const file = encoder.finish();
  const decoder = new Decoder({ channels: 2, sample_rate: SAMPLE_RATE_HZ });
  const decoded = Buffer.concat([...oggPackets(file)].map((packet) => Buffer.from(decoder.decode(packet))));
  return { file, decoded };
}

test("a file of Opus has both channels separately, one packet per frame", async () => {
  const { file, decoded } = await encodeAndDecode(tone(3_000));
  expect(file.toString("latin1", 0, 4)).toBe("OggS");
  expect(file.subarray(28, 36).toString("latin1")).toBe("OpusHead");
  expect(decoded.length).toBe((3_000 / FRAME_MS) * FRAME_BYTES);
  const { caller, agent } = makePeaksOf(decoded);
  expect(Math.max(...caller.slice(10))).toBeGreaterThan(0.15);
  expect(Math.max(...agent.slice(10))).toBeLessThan(0.02);
});

test("silenced ranges cover only what lies within them", () => {
  const silenced = widenRanges([
    [1_000, 2_000],
    [5_000, 6_000],
  ]);
  expect(covers(silenced, widenRanges([[1_200, 1_800]]))).toBe(true);
  expect(covers(silenced, [])).toBe(true);
  expect(covers(silenced, widenRanges([[1_500, 2_100]]))).toBe(false);
  expect(covers(silenced, widenRanges([[1_200, 5_500]]))).toBe(false);
  expect(covers([], widenRanges([[0, 10]]))).toBe(false);
});

test("silencing removes the whole range, with a margin", async () => {
  const pcm = tone(4_000);
  const ranges = widenRanges([[2_500, 3_000]]);
  expect(ranges).toEqual([[2_000, 3_500]]);
  silence(pcm, 1_000, ranges);
  expect(loudest(pcm.subarray(0, 50 * FRAME_BYTES))).toBeGreaterThan(0.2);
  expect(pcm.subarray(50 * FRAME_BYTES, 125 * FRAME_BYTES).every((byte) => byte === 0)).toBe(true);
  expect(loudest(pcm.subarray(125 * FRAME_BYTES))).toBeGreaterThan(0.2);
});

test("adjacent ranges are merged, and one that begins before the recording is cut", () => {
  expect(
    widenRanges([
      [3_000, 3_100],
      [100, 200],
      [900, 1_000],
    ]),
  ).toEqual([
    [0, 1_500],
    [2_500, 3_600],
  ]);
  const pcm = tone(1_000);
  silence(pcm, 500, [[0, 20_000]]);
  expect(pcm.every((byte) => byte === 0)).toBe(true);
});

test("a waveform has a bounded number of bars", () => {
  const peaks = createPeakMeter();
  for (let i = 0; i < 100; i++) peaks.push(Buffer.alloc(FRAME_BYTES * 50));
  const { caller, interval_ms } = peaks.finish();
  expect(caller.length).toBeLessThanOrEqual(2_000);
  expect(caller.length * interval_ms).toBeGreaterThanOrEqual(100_000);
});
