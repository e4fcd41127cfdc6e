import { expect, it } from "vitest";
import { measureLineUse } from "./line-use";
import type { FullRow } from "./row";

const START = Date.parse("2026-11-28T10:00:00.000Z");
const config = { transcriber: "deepgram:nova-3", voice_id: "elevenlabs:anna" } as FullRow["config"];
const call = { channel: "phone", direction: "outbound", config } as const;
const turns = [
  { role: "agent", text: "Hello.", start_ms: 0 },
  { role: "caller", text: "Hi there.", start_ms: 2_000 },
  { role: "agent", text: "Bye.", start_ms: 50_000 },
] as const;
const times = { failures: [], startedAtMs: START, durationMs: 61_200 };

it("measures seconds, characters and started minutes of a telephone call", () => {
  expect(measureLineUse(call, turns, times)).toEqual([
    { turn: null, provider: "deepgram", model: "nova-3", units: { transcriber_seconds: 62 } },
    { turn: null, provider: "elevenlabs", model: "anna", units: { voice_characters: 10 } },
    { turn: null, provider: "carrier", model: "outbound", units: { carrier_minutes: 2 } },
  ]);
});

it("counts the line of a transfer from when its target accepted", () => {
  const uses = measureLineUse(call, turns, { ...times, transferredAtMs: START + 60_000 });
  expect(uses.at(-1)).toEqual({
    turn: null,
    provider: "carrier",
    model: "outbound",
    units: { carrier_minutes: 1 },
  });
  expect(uses).toHaveLength(4);
});

it("leaves out providers of the operator's machines", () => {
  const local = { transcriber: "local:small", voice_id: "builtin:anna" } as FullRow["config"];
  expect(measureLineUse({ ...call, channel: "web", config: local }, turns, times)).toEqual([]);
});

it("leaves out a provider that was never reached", () => {
  const at = new Date(START).toISOString();
  const failures = [{ at, provider: "elevenlabs", part: "voice", kind: "not_connected" }] as const;
  const parts = measureLineUse(call, turns, { ...times, failures: [...failures] });
  expect(parts.map(({ provider }) => provider)).toEqual(["deepgram", "carrier"]);
});

it("counts the segments of texts by direction", () => {
  expect(measureLineUse({ ...call, channel: "sms" }, turns, times)).toEqual([
    { turn: null, provider: "carrier", model: "inbound", units: { text_segments: 1 } },
    { turn: null, provider: "carrier", model: "outbound", units: { text_segments: 2 } },
  ]);
});
