import { expect, it } from "vitest";
import { createReceiver } from "./receiver";
import { createReception } from "./reception";

const FORMATS = [
  { payloadType: 0, kind: "pcmu", clockHz: 8_000 },
  { payloadType: 13, kind: "noise", clockHz: 8_000 },
] as const;

function openReceiver() {
  const log = { frames: 0, silences: [] as number[] };
  const receiver = createReceiver(
    {
      onFrame: () => log.frames++,
      onMissing: () => undefined,
      onKey: () => undefined,
      onSilent: (silentMs) => log.silences.push(silentMs),
    },
    createReception(),
  );
  receiver.setFormats(FORMATS);
  let sequence = 0;
  const accept = (payloadType: number, payload: Buffer, nowMs: number) => {
    sequence++;
    const header = { payloadType, sequence, timestamp: sequence * 160, marker: false, ssrc: 7 };
    receiver.accept(
      { ...header, headerBytes: 12, paddingBytes: 0, extensionBytes: 0 } as never,
      payload,
      nowMs,
    );
  };
  const tickUntil = (fromMs: number, toMs: number) => {
    for (let nowMs = fromMs; nowMs <= toMs; nowMs += 20) receiver.tick(nowMs, true);
  };
  return { log, accept, tickUntil };
}

it("reports a source without packets each five seconds, and again after it has come back", () => {
  const { log, accept, tickUntil } = openReceiver();
  accept(0, Buffer.alloc(160), 0);
  tickUntil(20, 31_000);
  expect(log.silences).toEqual([5_000, 10_000, 15_000, 20_000, 25_000, 30_000]);
  accept(0, Buffer.alloc(160), 31_000);
  tickUntil(31_020, 36_000);
  expect(log.silences.at(-1)).toBe(5_000);
});

it("plays comfort noise for a source that sends none, and ends it after 30 s", () => {
  const { log, accept, tickUntil } = openReceiver();
  accept(13, Buffer.of(60), 0);
  tickUntil(20, 29_980);
  expect(log.frames).toBe(1_499);
  tickUntil(30_000, 60_000);
  expect(log.frames).toBe(1_499);
});
