import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHttpClient, type HttpClient } from "@/lib/platform/egress";
import { synthesizerWithFallback, transcriberWithFallback } from "@/lib/voice/providers/fallback";
import { speechAccountOf } from "../accounts";
import { CHECK_LIMITS } from "../check/limits";
import type { Expectation } from "../speech-port";
import { startOpenAiSpeechProvider } from "../testing/openai-provider";
import {
  FALLBACK_SYNTHESIZER,
  FALLBACK_TRANSCRIBER,
  failureOf,
  framesOf,
  PATIENT_SPEECH_LIMITS,
  PATIENT_WORDS_LIMITS,
  transcribe,
} from "../testing/trial";
import { openAiFindings } from "./check";
import { openai } from "./descriptor";
import { createOpenAiVoice } from "./synthesizer";
import { createOpenAiRealtimeTranscriber } from "./transcriber";

const CHOICE: Expectation = { kind: "choice", choices: ["Red", "Blue"], language: "en-US" };
const VOICE = "openai:marin";

let provider: Awaited<ReturnType<typeof startOpenAiSpeechProvider>>;
let httpClient: HttpClient;
beforeEach(async () => {
  provider = await startOpenAiSpeechProvider();
  httpClient = createHttpClient({ allowedHosts: [provider.host] });
});
afterEach(async () => {
  await httpClient.close();
  await provider.close();
});

/** The account as it is connected with the defaults of the form. */
function account(more: object = {}) {
  const { kind, api_key, ...settings } = openai.credential.parse({
    kind: "openai",
    api_key: "sk-right",
    base_url: provider.baseUrl,
    voices: ["marin"],
    ...more,
  });
  return speechAccountOf({ kind, hosts: [provider.host], settings, secret: { api_key } });
}
const voice = (more?: object) => createOpenAiVoice(httpClient, account(more), PATIENT_SPEECH_LIMITS);
const transcriber = (model = "gpt-live-transcribe", more?: object) =>
  createOpenAiRealtimeTranscriber(httpClient, account(more), model, PATIENT_WORDS_LIMITS);
const bodies = () => provider.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

it("speaks at 16 kHz, with the tone of voice that the workspace has chosen", async () => {
  const frames = await framesOf(voice({ voice_instructions: "Speak calmly." }), VOICE);
  expect(frames.length).toBe(20);
  expect(frames[10]?.[100]).toBeCloseTo(7_000, -2);
  expect(bodies()).toEqual([
    {
      model: "gpt-4o-mini-tts",
      input: "Hello.",
      voice: "marin",
      response_format: "pcm",
      instructions: "Speak calmly.",
    },
  ]);
});

it("sends no instructions to models that do not take them, and custom voices as an object", async () => {
  await framesOf(voice({ voice_model: "tts-1", voice_instructions: "Speak calmly." }), "openai:voice_1234");
  expect(bodies()).toEqual([
    { model: "tts-1", input: "Hello.", voice: { id: "voice_1234" }, response_format: "pcm" },
  ]);
});

it("transcribes over a transcription session, and reports the words early", async () => {
  const partials: string[] = [];
  const done = await transcribe(transcriber(), {
    partial: (text) => partials.push(text),
    expectation: CHOICE,
  });
  expect(done).toEqual({ text: "Next Tuesday at two.", confidence: 0.9, understood: true });
  expect(partials.slice(0, 2)).toEqual(["Next", "Next Tuesday"]);
  expect(provider.requests[0]?.url.search).toBe("?intent=transcription");
});

it.each(["gpt-realtime-whisper", "gpt-4o-transcribe"])(
  "sends %s only the hints that it takes",
  async (model) => {
    const done = await transcribe(transcriber(model), { expectation: CHOICE });
    expect(done.text).toBe("Next Tuesday at two.");
  },
);

it("fills up an utterance that is too short for a commit", async () => {
  expect(await transcribe(transcriber(), { frames: 2 })).toMatchObject({ understood: true });
  expect(await transcribe(transcriber(), { frames: 0 })).toMatchObject({ text: "", understood: false });
});

it.each([
  ["a wrong key", { api_key: "sk-wrong" }, VOICE, "invalid_api_key"],
  ["an unknown voice", {}, "openai:bob", "invalid_value"],
  ["an unknown model", { voice_model: "tts-9" }, VOICE, "model_not_found"],
] as const)("fails with OpenAI's code, and none of its text, for %s", async (_, more, id, reason) => {
  const failure = await failureOf(framesOf(voice(more), id));
  expect(failure).toMatchObject({ provider: "openai", kind: "refused", reason });
  expect(JSON.stringify(failure) + failure.message).not.toMatch(/sk-|Hello|sent/);
});

it.each([
  ["a wrong key", { api_key: "sk-wrong" }, "gpt-live-transcribe", { kind: "refused", status: 401 }],
  ["an unknown model", {}, "whisper-9", { kind: "refused", reason: "invalid_model" }],
] as const)("fails to transcribe with %s", async (_, more, model, expected) => {
  expect(await failureOf(transcribe(transcriber(model, more)))).toMatchObject({
    provider: "openai",
    ...expected,
  });
});

it.each([
  ["breaks off", "cut", "unavailable"],
  ["reports a failed transcription", "fail", "unavailable"],
] as const)("fails if OpenAI %s", async (_, hears, kind) => {
  provider.account.hears = hears;
  expect(await failureOf(transcribe(transcriber()))).toMatchObject({ provider: "openai", kind });
});

describe("if OpenAI stays silent", () => {
  it("the built-in voice speaks after the time limit", async () => {
    provider.account.speaks = "stall";
    const failures: string[] = [];
    const synthesizer = synthesizerWithFallback(
      createOpenAiVoice(httpClient, account()),
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
      createOpenAiRealtimeTranscriber(httpClient, account(), "gpt-live-transcribe"),
      FALLBACK_TRANSCRIBER,
      ({ kind }) => failures.push(kind),
    );
    expect((await transcribe(withFallback)).text).toBe("50 frames");
    expect(failures).toEqual(["timeout"]);
  });
});

describe("the check", () => {
  const codes = async (more: object = {}) => {
    const probe = { egress: httpClient, limits: CHECK_LIMITS, signal: AbortSignal.timeout(10_000) };
    return (await openAiFindings(probe, account(more))).map(({ ok, code, subject }) => [ok, code, subject]);
  };

  it("passes for a right account, and says when a model is shut down", async () => {
    expect(await codes()).toEqual([
      [true, "key", null],
      [true, "voice", "marin"],
      [true, "model", "gpt-live-transcribe"],
      [true, "model_retires", "gpt-4o-mini-tts"],
    ]);
  });

  it("names what is wrong", async () => {
    expect(await codes({ api_key: "sk-wrong" })).toEqual([[false, "wrong_key", null]]);
    expect(await codes({ voices: ["bob"], models: ["whisper-9"] })).toEqual([
      [true, "key", null],
      [false, "unknown_voice", "bob"],
      [false, "unknown_model", "whisper-9"],
      [true, "model_retires", "gpt-4o-mini-tts"],
    ]);
    expect(await codes({ voice_model: "tts-9", models: [] })).toContainEqual([
      false,
      "unknown_model",
      "marin",
    ]);
  });
});
