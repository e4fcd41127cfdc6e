import { expect, test } from "vitest";
import type { ProviderFailureNote } from "./schema";
import { computeUsedProviders } from "./used-providers";
import { MAX_PROVIDER_FAILURES } from "./values";

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
const used = (
  failures: ProviderFailureNote[],
  channel: "phone" | "web" | "chat" = "web",
  agentConfig = config,
) => {
  const row = { channel, config: agentConfig } as unknown as Parameters<typeof computeUsedProviders>[0];
  const { providers, provider_ms, provider_turns } = computeUsedProviders(row, turns, {
    failures,
    startedAtMs: BEGAN,
    durationMs: LENGTH_MS,
  });
  return providers.map((name, n) => [name, (provider_ms[n] ?? 0) / MINUTE_MS, provider_turns[n] ?? null]);
};

test("without failures, the agent's providers were used for the whole call", () => {
  expect(used([])).toEqual([
    ["model:house", 0, null],
    ["transcriber:deepgram", 0, null],
    ["voice:eleven", 0, null],
  ]);
  expect(used([], "chat")).toEqual([["model:house", 0, null]]);
});

test("after each failure the built-in provider is used for a minute instead", () => {
  expect(used([failed(1.9), failed(2.5), failed(6)], "phone")).toEqual([
    ["model:house", 10, 5],
    ["transcriber:deepgram", 10, 5],
    ["voice:eleven", 7.4, 3],
    ["voice:builtin", 2.6, 2],
    ["telephone:carrier", 10, 5],
  ]);
});

test("a provider that was never requested was not used", () => {
  for (const kind of ["not_connected", "not_allowed"] as const)
    expect(used([failed(0, kind, "transcriber")])).toEqual([
      ["model:house", 10, 5],
      ["transcriber:builtin", 10, 5],
      ["voice:eleven", 10, 5],
    ]);
});

test("after the maximum number of recorded failures, the built-in provider counts as used to the end", () => {
  const failures = Array.from({ length: MAX_PROVIDER_FAILURES }, (_, n) => failed(n * 0.1));
  expect(used(failures).slice(2)).toEqual([
    ["voice:eleven", 0, 0],
    ["voice:builtin", 10, 5],
  ]);
});
