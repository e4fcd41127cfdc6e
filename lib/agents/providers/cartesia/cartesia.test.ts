import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHttpClient, type HttpClient } from "@/lib/platform/egress";
import { synthesizerWithFallback, transcriberWithFallback } from "@/lib/voice/providers/fallback";
import { speechAccountOf } from "../accounts";
import { CHECK_LIMITS } from "../check/limits";
import type { Expectation } from "../speech-port";
import { startCartesiaProvider } from "../testing/cartesia-provider";
import {
  FALLBACK_SYNTHESIZER,
  FALLBACK_TRANSCRIBER,
  failureOf,
  framesOf,
  PATIENT_SPEECH_LIMITS,
  PATIENT_WORDS_LIMITS,
  transcribe,
} from "../testing/trial";
import { cartesiaFindings } from "./check";
import { cartesia } from "./descriptor";
import { createCartesiaSynthesizer } from "./synthesizer";
import { createCartesiaTranscriber } from "./transcriber";

const CHOICE: Expectation = { kind: "choice", choices: ["Red", "Blue"], language: "en-US" };
const VOICE = "cartesia:anna";

let provider: Awaited<ReturnType<typeof startCartesiaProvider>>;
let httpClient: HttpClient;
beforeEach(async () => {
  provider = await startCartesiaProvider();
  httpClient = createHttpClient({ allowedHosts: [provider.host] });
});
afterEach(async () => {
  await httpClient.close();
  await provider.close();
});

/** The account as it is connected with the defaults of the form. */
function account(more: object = {}) {
  const { kind, api_key, ...settings } = cartesia.credential.parse({
    kind: "cartesia",
    api_key: "sk_car_right",
    base_url: provider.baseUrl,
    voices: ["anna"],
    ...more,
  });
  return speechAccountOf({ kind, hosts: [provider.host], settings, secret: { api_key } });
}
const voice = (more?: object) => createCartesiaSynthesizer(httpClient, account(more), PATIENT_SPEECH_LIMITS);
const transcriber = (model = "ink-2", more?: object) =>
  createCartesiaTranscriber(httpClient, account(more), model, PATIENT_WORDS_LIMITS);

it("speaks a text in one request, which keeps no file", async () => {
  expect(await framesOf(voice(), VOICE)).toHaveLength(20);
  expect(provider.requests).toHaveLength(1);
  expect(JSON.parse(provider.requests[0]?.body ?? "")).toEqual({
    model_id: "sonic-3.5",
    transcript: "Hello.",
    voice: { mode: "id", id: "anna" },
    output_format: { container: "raw", encoding: "pcm_s16le", sample_rate: 16_000 },
    language: "en",
    save: false,
  });
});

it("joins the final pieces as they are, and reports them early", async () => {
  const partials: string[] = [];
  const done = await transcribe(transcriber(), { partial: (text) => partials.push(text) });
  expect(done).toEqual({ text: "Next Tuesday at two.", confidence: 0.9, understood: true });
  expect(partials).toContain("Next Tues");
  expect(partials.at(-1)).toBe("Next Tuesday at two.");
});

it("names the audio and its language in the address, and none of the agent's words", async () => {
  await transcribe(transcriber("ink-whisper"), { expectation: CHOICE });
  expect(Object.fromEntries(provider.requests[0]?.url.searchParams ?? [])).toEqual({
    model: "ink-whisper",
    language: "en",
    encoding: "pcm_s16le",
    sample_rate: "16000",
  });
});

it("reports silence as not understood", async () => {
  expect(await transcribe(transcriber(), { frames: 0 })).toEqual({
    text: "",
    confidence: 0,
    understood: false,
  });
});

it.each([
  ["a wrong key", { api_key: "sk_car_wrong" }, VOICE, "refused", "unauthorized"],
  ["an unknown voice", {}, "cartesia:bob", "refused", "voice_not_found"],
  ["a discontinued model", { voice_model: "sonic" }, VOICE, "refused", "model_sunsetted"],
] as const)("fails with Cartesia's code, and none of its text, for %s", async (_, more, id, kind, reason) => {
  const failure = await failureOf(framesOf(voice(more), id));
  expect(failure).toMatchObject({ provider: "cartesia", kind, reason });
  expect(JSON.stringify(failure) + failure.message).not.toMatch(/sk_car|Hello/);
});

it("fails if the account has no free slot, after one retry", async () => {
  provider.account.isBusy = true;
  expect(await failureOf(framesOf(voice(), VOICE))).toMatchObject({ kind: "rate_limited" });
  expect(provider.requests).toHaveLength(2);
});

it.each([
  ["a wrong key", "ink-2", { api_key: "sk_car_wrong" }, { kind: "refused", status: 401 }],
  ["an unknown model", "ink-9", {}, { kind: "refused", reason: "model_not_found" }],
] as const)("fails to transcribe with %s", async (_, model, more, expected) => {
  const failure = await failureOf(transcribe(transcriber(model, more)));
  expect(failure).toMatchObject({ provider: "cartesia", ...expected });
});

it("fails if the connection breaks before the words", async () => {
  provider.account.hears = "cut";
  expect(await failureOf(transcribe(transcriber()))).toMatchObject({ kind: "unavailable" });
});

describe("if Cartesia stays silent", () => {
  it("the built-in voice speaks after the time limit", async () => {
    provider.account.speaks = "stall";
    const failures: string[] = [];
    const synthesizer = synthesizerWithFallback(
      createCartesiaSynthesizer(httpClient, account()),
      FALLBACK_SYNTHESIZER,
      "builtin:slt",
      ({ kind }) => failures.push(kind),
    );
    expect(await framesOf(synthesizer, VOICE)).toHaveLength(1);
    expect(failures).toEqual(["timeout"]);
  });

  it("the built-in transcriber takes over after the time limit", async () => {
    provider.account.hears = "stall";
    const failures: string[] = [];
    const withFallback = transcriberWithFallback(
      createCartesiaTranscriber(httpClient, account(), "ink-2"),
      FALLBACK_TRANSCRIBER,
      ({ kind }) => failures.push(kind),
    );
    expect((await transcribe(withFallback)).text).toBe("50 frames");
    expect(failures).toEqual(["timeout"]);
  });
});

it("counts as zero retention by an agreement, or at another address that the operator has listed", () => {
  const basisOf = (more: object, isOwnServer: boolean) =>
    cartesia.retention?.basisOf(
      cartesia.credential.parse({ kind: "cartesia", api_key: "k", ...more }),
      isOwnServer,
    );
  expect(basisOf({}, false)).toBeNull();
  expect(basisOf({}, true)).toBeNull();
  expect(basisOf({ base_url: "http://10.0.0.7" }, true)).toBe("own_server");
  expect(basisOf({ retention_agreement: "Addendum of 2026-03-01" }, false)).toBe("agreement");
});

it("falls silent at once when it is aborted", async () => {
  const control = new AbortController();
  control.abort();
  expect(await framesOf(voice(), VOICE, control.signal)).toEqual([]);
  const utterance = transcriber().begin(CHOICE, {}, control.signal);
  await expect(utterance.finish()).rejects.toBe(control.signal.reason);
});

describe("the check", () => {
  const codes = async (more: object = {}) => {
    const probe = { egress: httpClient, limits: CHECK_LIMITS, signal: AbortSignal.timeout(10_000) };
    return (await cartesiaFindings(probe, account(more))).map(({ ok, code, subject }) => [ok, code, subject]);
  };

  it("passes for a right account", async () => {
    expect(await codes()).toEqual([
      [true, "key", null],
      [true, "voice", "anna"],
      [true, "model", "ink-2"],
    ]);
  });

  it("names what is wrong", async () => {
    expect(await codes({ api_key: "sk_car_wrong" })).toEqual([[false, "wrong_key", null]]);
    expect(await codes({ voices: ["bob"], models: ["ink-9"] })).toEqual([
      [true, "key", null],
      [false, "unknown_voice", "bob"],
      [false, "unknown_model", "ink-9"],
    ]);
    expect(await codes({ voice_model: "sonic", models: [] })).toContainEqual([
      false,
      "unknown_model",
      "anna",
    ]);
    provider.account.isBusy = true;
    expect(await codes()).toEqual([[false, "rate_limited", null]]);
  });
});
