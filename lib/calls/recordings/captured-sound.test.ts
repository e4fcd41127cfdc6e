import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import type { Sealer } from "@/lib/platform/crypto";
import type { Storage } from "@/lib/platform/storage";
import { FRAME_BYTES, FRAME_MS } from "./audio-format";
import { readCapturedSound } from "./captured-sound";
import { numberInPart, putChunk } from "./chunks";
import type { RecordingRow } from "./row";

const CALL = "call_1";
const OBJECT = randomBytes(16).toString("hex");
const SECOND_FRAMES = 1_000 / FRAME_MS;
/** Stores chunks as they are: this test is about their order. */
const sealer = {
  seal: (_: unknown, plain: Buffer) => plain,
  open: (_: unknown, sealed: Buffer) => sealed,
} as unknown as Sealer;

function store(): Storage {
  const chunks = new Map<string, Buffer>();
  return {
    put: async (name, bytes) => void chunks.set(name, Buffer.from(bytes)),
    read: async (name) => chunks.get(name) ?? null,
    removeAll: async () => undefined,
    list: async () => [],
    changedSince: async () => false,
  };
}
const put = (to: Storage, part: number, number: number, seconds: number) =>
  putChunk(
    to,
    sealer,
    { callId: CALL, object: OBJECT, series: "raw" },
    numberInPart(part, number),
    Buffer.alloc(seconds * SECOND_FRAMES * FRAME_BYTES, part + 1),
  );

/** The parts heard in each second of the recording; 0 is silence. */
async function secondsOf(from: Storage, started_ms: number, resumed_ms: number[]): Promise<number[]> {
  const row = { call_id: CALL, object: OBJECT, started_ms, resumed_ms } as unknown as RecordingRow;
  const pieces: Buffer[] = [];
  for await (const piece of readCapturedSound(from, sealer, row)) pieces.push(Buffer.from(piece));
  const all = Buffer.concat(pieces);
  const seconds: number[] = [];
  for (let at = 0; at < all.length; at += SECOND_FRAMES * FRAME_BYTES) seconds.push(all[at] ?? -1);
  return seconds;
}

it("joins the parts of a recording at their times in the call, with silence between them", async () => {
  const storage = store();
  await put(storage, 0, 0, 2);
  await put(storage, 0, 1, 2);
  await put(storage, 1, 0, 1);
  await put(storage, 2, 0, 1);
  expect(await secondsOf(storage, 3_000, [10_000, 11_000])).toEqual([1, 1, 1, 1, 0, 0, 0, 2, 3]);
});

it("ends a part where the next begins, and adds no silence for a part without audio", async () => {
  const storage = store();
  await put(storage, 0, 0, 5);
  await put(storage, 1, 0, 1);
  expect(await secondsOf(storage, 0, [2_000, 60_000])).toEqual([1, 1, 2]);
});
