import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHttpClient, type HttpClient } from "@/lib/platform/egress";
import { ITS_LEVEL, openSpeechProvider } from "@/lib/voice/testing/speech-provider";
import type { SpeechContext } from "../speech-port";
import { createElevenLabsSynthesizer } from "./synthesizer";

/** Only a test about a silence waits for one briefly: on a busy machine an answer takes its time. */
const PATIENT = { firstByteMs: 20_000, idleMs: 20_000, timeoutMs: 60_000, maxBytes: 1_000_000 };
const IMPATIENT = { ...PATIENT, firstByteMs: 200, idleMs: 200 };
const never = new AbortController().signal;

let provider: Awaited<ReturnType<typeof openSpeechProvider>>;
let egress: HttpClient;
beforeEach(async () => {
  provider = await openSpeechProvider([]);
  egress = createHttpClient({ allowedHosts: [provider.host] });
});
afterEach(async () => {
  await egress.close();
  await provider.close();
});

type Options = { model?: string; zeroRetention?: boolean; limits?: typeof PATIENT; egress?: HttpClient };
const voice = ({ model = "eleven_flash_v2_5", zeroRetention = false, ...more }: Options = {}) =>
  createElevenLabsSynthesizer(
    more.egress ?? egress,
    { key: "secret", model, baseUrl: provider.url, zeroRetention },
    more.limits ?? PATIENT,
  );
async function framesOf(
  synthesizer = voice(),
  { text = "Hello.", context }: { text?: string; context?: SpeechContext } = {},
): Promise<Int16Array[]> {
  const frames: Int16Array[] = [];
  for await (const frame of synthesizer.speak(text, "elevenlabs:anna", never, context)) frames.push(frame);
  return frames;
}
const lastBody = () => JSON.parse(provider.seen.at(-1)?.texts[0] ?? "") as unknown;
const loggingOf = (path: string | undefined) =>
  new URL(path ?? "", provider.url).searchParams.get("enable_logging");

it("speaks a text with one streaming request", async () => {
  const frames = await framesOf();
  expect([frames.length, frames[3]?.[0]]).toEqual([20, ITS_LEVEL]);
  expect(provider.seen).toMatchObject([
    { path: "/v1/text-to-speech/anna/stream?output_format=pcm_16000", key: "secret" },
  ]);
  expect(lastBody()).toEqual({ text: "Hello.", model_id: "eleven_flash_v2_5" });
});

it("names the words before the text, its language, and that its numbers are words", async () => {
  const context = {
    previousText: `${"x".repeat(500)} Good morning. `,
    language: "en-US",
    isSpokenForm: true,
  };
  await framesOf(voice(), { text: "It is ten.", context });
  expect(lastBody()).toMatchObject({
    text: "It is ten.",
    previous_text: expect.stringMatching(/^x{286} Good morning\.$/),
    language_code: "en",
    apply_text_normalization: "off",
  });
});

it("sends no field that a model rejects", async () => {
  provider.elevenLabs.models = ["eleven_v3", "eleven_multilingual_v2"];
  const context = { previousText: "Good morning.", language: "en-US" };
  for (const model of provider.elevenLabs.models)
    expect((await framesOf(voice({ model }), { context })).length).toBe(20);
});

it("tells ElevenLabs to keep nothing where the workspace wants that, and says nothing where not", async () => {
  provider.elevenLabs.tier = "enterprise";
  for (const zeroRetention of [true, false]) await framesOf(voice({ zeroRetention }));
  expect(provider.seen.map(({ path }) => loggingOf(path))).toEqual(["false", null]);
});

describe("a failure", () => {
  it.each([
    ["stall", "timeout"],
    ["headers", "timeout"],
    ["pause", "timeout"],
    ["cut", "unavailable"],
  ] as const)("of a voice that does this is reported: %s", async (speaks, kind) => {
    provider.conduct.speaks = speaks;
    await expect(framesOf(voice({ limits: kind === "timeout" ? IMPATIENT : PATIENT }))).rejects.toMatchObject(
      {
        provider: "elevenlabs",
        kind,
      },
    );
  });

  it.each([
    ["the key", { keys: ["another"] }, 401, "invalid_api_key"],
    ["the voice", { voices: [] }, 404, "voice_not_found"],
    ["the model", { models: [] }, 400, "model_not_found"],
    ["the quota", { left: 0 }, 401, "quota_exceeded"],
  ])("about %s has ElevenLabs' name for it, and no words", async (_, account, status, reason) => {
    Object.assign(provider.elevenLabs, account);
    const failure = await framesOf(voice(), { text: "A secret of yours." }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: "refused", status, reason });
    expect(JSON.stringify(failure)).not.toContain("secret");
    expect(provider.seen).toHaveLength(1);
  });

  it("is what a text that is too long causes", async () => {
    await expect(framesOf(voice(), { text: "a".repeat(40_001) })).rejects.toMatchObject({
      reason: "max_character_limit_exceeded",
    });
  });

  it("is what an address inside is", async () => {
    const strict = createHttpClient({ allowedHosts: [] });
    await expect(framesOf(voice({ egress: strict }))).rejects.toMatchObject({ kind: "refused" });
    expect(provider.seen).toEqual([]);
    await strict.close();
  });
});

it("falls silent at once when it is told to", async () => {
  provider.conduct.speaks = "pause";
  const control = new AbortController();
  let frames = 0;
  for await (const _ of voice().speak("Hello.", "elevenlabs:anna", control.signal)) {
    frames += 1;
    control.abort();
  }
  expect(frames).toBeLessThanOrEqual(3);
});
