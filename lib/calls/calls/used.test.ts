import { expect, test } from "vitest";
import { MOST_PROVIDER_FAILURES, type ProviderFailureNote } from "./schema";
import { usedProviders } from "./used";

const BEGAN = Date.parse("2026-11-23T09:00:00.000Z");
const MINUTE_MS = 60_000;
const LENGTH_MS = 10 * MINUTE_MS;
const config = { model: "house:m", transcriber: "deepgram:nova", voice_id: "eleven:anna" };
const turns = [0, 2, 4, 6, 8].map((minute) => ({ role: "agent" as const, start_ms: minute * MINUTE_MS }));
const failed = (
  minute: number,
  kind: ProviderFailureNote["kind"] = "timeout",
  part: ProviderFailureNote["part"] = "voice",
): ProviderFailureNote => ({
  at: new Date(BEGAN + minute * MINUTE_MS).toISOString(),
  provider: part === "voice" ? "eleven" : "deepgram",
  part,
  kind,
});
const used = (failures: ProviderFailureNote[], channel: "phone" | "web" | "chat" = "web", own = config) => {
  const row = { channel, config: own } as unknown as Parameters<typeof usedProviders>[0];
  const { providers, provider_ms, provider_turns } = usedProviders(row, turns, {
    failures,
    beganAt: BEGAN,
    durationMs: LENGTH_MS,
  });
  return providers.map((name, n) => [name, (provider_ms[n] ?? 0) / MINUTE_MS, provider_turns[n] ?? null]);
};

test("where nothing failed, whom the agent is set to use was used all the while", () => {
  expect(used([])).toEqual([
    ["model:house", 0, null],
    ["transcriber:deepgram", 0, null],
    ["voice:eleven", 0, null],
  ]);
  expect(used([], "chat")).toEqual([["model:house", 0, null]]);
});

test("after each failure what is built in is used for a minute, and that provider not", () => {
  expect(used([failed(1.9), failed(2.5), failed(6)], "phone")).toEqual([
    ["model:house", 10, 5],
    ["transcriber:deepgram", 10, 5],
    ["voice:eleven", 7.4, 3],
    ["voice:builtin", 2.6, 2],
    ["telephone:carrier", 10, 5],
  ]);
});

test("one that was never asked was not used", () => {
  for (const kind of ["not_connected", "not_allowed"] as const)
    expect(used([failed(0, kind, "transcriber")])).toEqual([
      ["model:house", 10, 5],
      ["transcriber:builtin", 10, 5],
      ["voice:eleven", 10, 5],
    ]);
});

test("beyond what a call notes of failures, what is built in is taken to have gone on", () => {
  const failures = Array.from({ length: MOST_PROVIDER_FAILURES }, (_, n) => failed(n * 0.1));
  expect(used(failures).slice(2)).toEqual([
    ["voice:eleven", 0, 0],
    ["voice:builtin", 10, 5],
  ]);
});
