import { expect, test } from "vitest";
import { RATE_HZ } from "@/lib/platform/audio";
import { systemCtx } from "@/lib/platform/context/make";
import { readSample } from "./sample";

const WAV_HEADER = 44;
const ctx = systemCtx("wsp_sample", "test", { environment: "live" });

test("a built-in voice says some seconds, of which a browser may ask for parts", async () => {
  const sample = await readSample(ctx, { voice: "builtin:rms" });
  const seconds = (sample.bytes - WAV_HEADER) / 2 / RATE_HZ;
  expect(seconds).toBeGreaterThan(2);
  expect(seconds).toBeLessThan(10);
  const read = async (from: number, to: number) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of sample.read(from, to)) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  expect((await read(0, 4)).toString()).toBe("RIFF");
  const sound = await read(WAV_HEADER, sample.bytes);
  expect(sound.length).toBe(sample.bytes - WAV_HEADER);
  expect(new Int16Array(sound.buffer.slice(sound.byteOffset)).some((value) => Math.abs(value) > 3_000)).toBe(
    true,
  );
});
