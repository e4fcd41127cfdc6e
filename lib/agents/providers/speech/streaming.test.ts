import { afterEach, beforeEach, expect, it } from "vitest";
import { createHttpClient, type HttpClient } from "@/lib/platform/egress";
import type { OpenIntegration } from "../accounts";
import { speechAccountOf } from "../accounts";
import { CHECK_LIMITS } from "../check/limits";
import { startOpenAiSpeechProvider } from "../testing/openai-provider";
import { transcribe } from "../testing/trial";
import { speechServerAdapter } from "./adapter";

const MODEL = "gpt-4o-transcribe";
let provider: Awaited<ReturnType<typeof startOpenAiSpeechProvider>>;
let httpClient: HttpClient;
beforeEach(async () => {
  provider = await startOpenAiSpeechProvider({ realtime: "compatible" });
  httpClient = createHttpClient({ allowedHosts: [provider.host] });
});
afterEach(async () => {
  await httpClient.close();
  await provider.close();
});

const integration = (more: object = {}): OpenIntegration => ({
  kind: "speech",
  hosts: [provider.host],
  settings: { base_url: provider.baseUrl, models: [MODEL], ...more },
  secret: { api_key: "sk-right" },
});
const check = () =>
  speechServerAdapter.check(
    { egress: httpClient, limits: CHECK_LIMITS, signal: AbortSignal.timeout(10_000) },
    integration(),
  );
const hear = async (streaming?: boolean) => {
  const account = speechAccountOf(integration({ streaming }));
  const transcriber = speechServerAdapter.createTranscriber?.(httpClient, account, MODEL);
  provider.requests.length = 0;
  if (transcriber === undefined) throw new Error("There is no transcriber.");
  const { text } = await transcribe(transcriber);
  return [text, provider.requests.map(({ url }) => url.pathname + url.search)];
};

it("finds out that a server transcribes while the caller speaks, and uses that from then on", async () => {
  const { findings, settings } = await check();
  expect(findings.map(({ ok, code }) => [ok, code])).toEqual([
    [true, "model"],
    [true, "streaming"],
  ]);
  expect(settings).toEqual({ streaming: true });
  expect(await hear(true)).toEqual([
    "Next Tuesday at two.",
    [`/v1/realtime?intent=transcription&model=${MODEL}`],
  ]);
});

it("uploads each utterance before a check", async () => {
  expect(await hear()).toEqual(["Next Tuesday at two.", ["/v1/audio/transcriptions"]]);
});

it.each(["ignores", "none", "openai"] as const)(
  "does not stream to a server whose realtime protocol is of another kind (%s), which is no fault",
  async (realtime) => {
    provider.account.realtime = realtime;
    const { findings, settings } = await check();
    expect(findings.map(({ ok, code }) => [ok, code])).toEqual([[true, "model"]]);
    expect(settings).toEqual({ streaming: false });
  },
);
