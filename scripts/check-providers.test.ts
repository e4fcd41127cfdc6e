import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startCartesiaProvider } from "@/lib/agents/providers/testing/cartesia-provider";
import { startOpenAiSpeechProvider } from "@/lib/agents/providers/testing/openai-provider";
import { FALLBACK_SYNTHESIZER } from "@/lib/agents/providers/testing/trial";
import { createHttpClient, type HttpClient } from "@/lib/platform/egress";
import { openSpeechProvider } from "@/lib/voice/testing/speech-provider";
import { readAccounts } from "./check-providers/accounts";
import { formatReport, hasFailed } from "./check-providers/report";
import { countRightWords, SENTENCE, type Trial, tryProvider } from "./check-providers/try-provider";

let cartesia: Awaited<ReturnType<typeof startCartesiaProvider>>;
let openai: Awaited<ReturnType<typeof startOpenAiSpeechProvider>>;
let deepgram: Awaited<ReturnType<typeof openSpeechProvider>>;
let httpClient: HttpClient;
beforeEach(async () => {
  cartesia = await startCartesiaProvider({ pieces: [SENTENCE] });
  openai = await startOpenAiSpeechProvider({ deltas: [SENTENCE] });
  deepgram = await openSpeechProvider([SENTENCE]);
  httpClient = createHttpClient({ allowedHosts: [cartesia.host, openai.host, deepgram.host] });
});
afterEach(async () => {
  await httpClient.close();
  await Promise.all([cartesia.close(), openai.close(), deepgram.close()]);
});

const environment = (more: Record<string, string> = {}) => ({
  CARTESIA_API_KEY: "sk_car_right",
  CARTESIA_BASE_URL: cartesia.baseUrl,
  CARTESIA_VOICES: "anna",
  OPENAI_API_KEY: "sk-right",
  OPENAI_BASE_URL: openai.baseUrl,
  ...more,
});
const tryAll = (env: Record<string, string>): Promise<Trial[]> =>
  Promise.all(
    readAccounts(env).flatMap((account) =>
      "integration" in account
        ? [tryProvider(account, { httpClient, builtin: () => FALLBACK_SYNTHESIZER, frameMs: 0 })]
        : [],
    ),
  );

describe("the accounts", () => {
  it("are those whose variables are set; the deepgram are not tried", () => {
    const accounts = readAccounts(
      environment({ SPEECH_BASE_URL: "http://127.0.0.1:9/v1", SPEECH_MODELS: "a, b" }),
    );
    expect(
      accounts.map((account) => [account.kind, "integration" in account ? "tried" : account.reason]),
    ).toEqual([
      ["deepgram", "not tried"],
      ["elevenlabs", "not tried"],
      ["cartesia", "tried"],
      ["openai", "tried"],
      ["speech", "tried"],
    ]);
    expect(accounts.at(-1)).toMatchObject({ integration: { settings: { models: ["a", "b"] } } });
  });

  it("name the wrong variables, and no value", () => {
    const accounts = readAccounts({ CARTESIA_API_KEY: "sk with spaces", OPENAI_API_KEY: "" });
    const cartesiaAccount = accounts.find(({ kind }) => kind === "cartesia");
    expect(cartesiaAccount).toMatchObject({ reason: "wrong variables: api_key" });
    expect(JSON.stringify(accounts)).not.toContain("spaces");
  });
});

// Tried again on a busy machine, as a trial has the limits of calls.
describe("a trial", { retry: 2 }, () => {
  it("checks the account, and hears the sentence that the provider has spoken", async () => {
    const trials = await tryAll(environment());
    expect(trials.map(hasFailed)).toEqual([false, false]);
    expect(trials).toMatchObject([
      { label: "Cartesia", failedChecks: [], transcriber: { name: "ink-2", rightWords: 14, words: 14 } },
      { label: "OpenAI speech", transcriber: { name: "gpt-live-transcribe", rightWords: 14 } },
    ]);
    expect(JSON.parse(cartesia.requests.at(-2)?.body || "{}")).toMatchObject({ transcript: SENTENCE });
  });

  it("tries a transcriber without a voice with the built-in one", async () => {
    const [trial] = await tryAll({ DEEPGRAM_API_KEY: "k", DEEPGRAM_BASE_URL: deepgram.url });
    expect(trial).toMatchObject({ label: "Deepgram", voice: null, transcriber: { name: "nova-3" } });
  });

  it("reports what failed, without keys or texts of the provider", async () => {
    openai.account.hears = "cut";
    const trials = await tryAll(environment({ CARTESIA_API_KEY: "sk_car_wrong" }));
    const report = formatReport([...trials, { kind: "speech", label: "Own", reason: "not tried" }]);
    expect(trials.map(hasFailed)).toEqual([true, true]);
    expect(report).toContain("wrong_key");
    expect(report).toContain("refused 401 unauthorized");
    expect(report).toContain("unavailable");
    expect(report).toContain("not tried");
    expect(report).not.toMatch(/sk[-_]/);
  });
});

it("counts each word of the sentence once", () => {
  expect(countRightWords("can YOU hear me")).toBe(4);
  expect(countRightWords("you you you")).toBe(1);
  expect(countRightWords("")).toBe(0);
});
