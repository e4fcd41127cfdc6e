import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHttpClient, type HttpClient } from "@/lib/platform/egress";
import { silence, speech } from "@/lib/voice/testing/providers";
import { openSpeechProvider } from "@/lib/voice/testing/speech-provider";
import type { Transcriber } from "../speech-port";
import { createDeepgramTranscriber, type DeepgramLimits } from "./transcriber";

/** Only what a test is about ends it: the other limits are longer than any test. */
const PATIENT: DeepgramLimits = {
  openMs: 20_000,
  maxBytes: 100_000,
  answerMs: 60_000,
  graceMs: 60_000,
  wordlessGraceMs: 60_000,
  keepAliveMs: 60_000,
  closeMs: 60_000,
};
const LINES = ["next Tuesday at two", "four"];
const never = new AbortController().signal;

let provider: Awaited<ReturnType<typeof openSpeechProvider>>;
let egress: HttpClient;
beforeEach(async () => {
  provider = await openSpeechProvider(LINES);
  egress = createHttpClient({ allowedHosts: [provider.host] });
});
afterEach(async () => {
  vi.useRealTimers();
  await egress.close();
  await provider.close();
});

const create = (model: string, limits: Partial<DeepgramLimits> = {}): Transcriber =>
  createDeepgramTranscriber(
    egress,
    { key: "secret", model, baseUrl: provider.url },
    { ...PATIENT, ...limits },
  );
const begin = (
  transcriber: Transcriber,
  { language = "en-US", partial }: { language?: string; partial?: (text: string) => void } = {},
) => transcriber.begin({ kind: "open", language }, partial ? { partial } : {}, never);

/** Says a line, and the pause that ends an utterance. */
function say(transcriber: Transcriber, line: number, pauseMs = 300) {
  const utterance = begin(transcriber);
  for (const frame of [...speech(line, 400), ...silence(pauseMs)]) utterance.push(frame);
  return utterance;
}
const listens = () => provider.seen.filter(({ path }) => /^\/v[12]\/listen/.test(path));
const textsOf = (n = 0) => listens()[n]?.texts.map((text) => (JSON.parse(text) as { type: string }).type);

describe.each([
  ["nova-3", "Finalize", "/v1/listen"],
  ["flux-general-en", "ForceEndTurn", "/v2/listen"],
] as const)("with %s", (model, end, path) => {
  it("carries all utterances of a call on one socket, with the audio from before it was open", async () => {
    const transcriber = create(model);
    const partials: string[] = [];
    // Nothing is sent before the caller speaks, as during an announcement.
    expect(listens()).toEqual([]);
    const first = begin(transcriber, { partial: (text) => partials.push(text) });
    for (const frame of [...speech(0, 400), ...silence(300)]) first.push(frame);
    expect(await first.finish()).toEqual({ text: LINES[0], confidence: 0.9, understood: true });
    expect((await say(transcriber, 1).finish()).text).toBe(LINES[1]);
    expect(partials).toContain(LINES[0]);
    expect(listens().map((listen) => [listen.path.split("?")[0], listen.audioMs])).toEqual([[path, 1_400]]);
    expect(new Set(textsOf())).toEqual(new Set([end]));
    expect(listens()[0]?.key).toBe("Token secret");
    transcriber.close();
  });

  it("opts each connection out of keeping and training, a second one too", async () => {
    provider.conduct.hears = ["cut", "work"];
    const transcriber = create(model);
    await say(transcriber, 0).finish();
    expect(listens().map(({ optsOut }) => optsOut)).toEqual([true, true]);
    transcriber.close();
  });

  it.each(["cut", "cut_early"] as const)(
    "sends unanswered audio again once if the socket is lost: %s",
    async (conduct) => {
      provider.conduct.hears = [conduct, "work"];
      const transcriber = create(model);
      expect((await say(transcriber, 0).finish()).text).toBe(LINES[0]);
      expect(listens()[1]?.audioMs).toBe(700);
      provider.conduct.hears = [conduct, conduct];
      const secondTranscriber = create(model);
      await expect(say(secondTranscriber, 0).finish()).rejects.toMatchObject({ kind: "unavailable" });
      expect(listens()).toHaveLength(4);
      transcriber.close();
      secondTranscriber.close();
    },
  );

  it("times out for a server that never answers, and asks the next time on a new socket", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    provider.conduct.hears = ["stall", "work"];
    const transcriber = create(model, { answerMs: 1_500 });
    const endMessage = once(provider.events, `{"type":"${end}"}`);
    const closed = once(provider.events, "closed");
    const failure = expect(say(transcriber, 0).finish()).rejects.toMatchObject({
      provider: "deepgram",
      kind: "timeout",
    });
    await endMessage;
    vi.advanceTimersByTime(1_500);
    await failure;
    await closed;
    expect((await say(transcriber, 1).finish()).text).toBe(LINES[1]);
    expect(listens()).toHaveLength(2);
    transcriber.close();
  });

  it("says that it understood nothing if the server finds no words", async () => {
    const transcriber = create(model, { wordlessGraceMs: 20 });
    const noise = begin(transcriber);
    for (const frame of silence(600)) noise.push(frame);
    expect(await noise.finish()).toEqual({ text: "", confidence: 0, understood: false });
    transcriber.close();
  });

  it("gives no words of an aborted utterance to the next one", async () => {
    const transcriber = create(model);
    await say(transcriber, 1).finish();
    say(transcriber, 0).abort();
    expect((await say(transcriber, 1).finish()).text).toBe(LINES[1]);
    expect(listens()).toHaveLength(1);
    transcriber.close();
  });

  it("closes the stream with a message, and ends a socket that stays open", async () => {
    const transcriber = create(model);
    await say(transcriber, 0).finish();
    const closed = once(provider.events, "closed");
    transcriber.close();
    const [code] = (await closed) as [number];
    expect(code).toBe(model === "nova-3" ? 1000 : 1005);
    expect(textsOf()?.at(-1)).toBe("CloseStream");
    provider.conduct.hears = "stall";
    const stalled = create(model, { closeMs: 20 });
    const lost = say(stalled, 0).finish();
    await once(provider.events, `{"type":"${end}"}`);
    stalled.close();
    await expect(lost).rejects.toMatchObject({ kind: "unavailable" });
  });

  it("goes nowhere inside, and takes a wrong key for what it is", async () => {
    provider.deepgram.keys = ["another"];
    const transcriber = create(model);
    await expect(say(transcriber, 0).finish()).rejects.toMatchObject({ kind: "refused", status: 401 });
    expect(listens()).toHaveLength(1);
    const strict = createHttpClient({ allowedHosts: [] });
    const inside = createDeepgramTranscriber(
      strict,
      { key: "secret", model, baseUrl: provider.url },
      PATIENT,
    );
    await expect(say(inside, 0).finish()).rejects.toMatchObject({ kind: "refused" });
    expect(listens()).toHaveLength(1);
    await strict.close();
  });
});

it("takes final words when they come, not only those that Finalize has asked for", async () => {
  // Deepgram has found the pause, so that Finalize has nothing left to answer.
  provider.conduct.hears = "endpoint";
  const transcriber = create("nova-3", { graceMs: 20 });
  const covered = say(transcriber, 0, 200);
  await once(provider.events, "audio");
  expect((await covered.finish()).text).toBe(LINES[0]);
  const withTail = say(transcriber, 1, 300);
  expect((await withTail.finish()).text).toBe(LINES[1]);
  transcriber.close();
});

it("waits for the second connection's words, however early the first one has begun to answer", async () => {
  provider.conduct.hears = ["cut", "late"];
  const transcriber = create("nova-3", { graceMs: 20, wordlessGraceMs: 20 });
  const partials: string[] = [];
  const utterance = begin(transcriber, { partial: (text) => partials.push(text) });
  for (const frame of [...speech(0, 400), ...silence(300)]) utterance.push(frame);
  await vi.waitFor(() => expect(partials).toContain(LINES[0]));
  expect((await utterance.finish()).text).toBe(LINES[0]);
  expect(listens()).toHaveLength(2);
  transcriber.close();
});

it("sends Nova a KeepAlive in a silence, so that the socket stays open", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const transcriber = create("nova-3", { keepAliveMs: 4_000 });
  await say(transcriber, 0).finish();
  for (let n = 0; n < 3; n++) {
    const keepAlive = once(provider.events, '{"type":"KeepAlive"}');
    vi.advanceTimersByTime(4_000);
    await keepAlive;
  }
  expect((await say(transcriber, 1).finish()).text).toBe(LINES[1]);
  expect(listens()).toHaveLength(1);
  transcriber.close();
});

it.each(["nova-3", "flux-general-en"])(
  "opens a socket of %s again that a silence has closed",
  async (model) => {
    // Longer than a busy machine takes between two frames of an utterance.
    provider.conduct.silenceMs = 1_000;
    const transcriber = create(model);
    const closed = once(provider.events, "closed");
    await say(transcriber, 0).finish();
    await closed;
    // The other side learns of it a moment later, within the next utterance.
    expect((await say(transcriber, 1).finish()).text).toBe(LINES[1]);
    expect(listens().length).toBeLessThanOrEqual(3);
    transcriber.close();
  },
);

it("hints the language to the multilingual Flux model alone", async () => {
  for (const model of ["flux-general-en", "flux-general-multi"]) {
    const transcriber = create(model);
    const utterance = begin(transcriber, { language: "de-DE" });
    for (const frame of [...speech(0, 400), ...silence(300)]) utterance.push(frame);
    expect((await utterance.finish()).understood).toBe(true);
    transcriber.close();
  }
  const hints = listens().map((listen) =>
    new URL(listen.path, provider.url).searchParams.get("language_hint"),
  );
  expect(hints).toEqual([null, "de-DE"]);
});

it.each([
  ["garbage", "garbage"],
  ["other results", '{"type":"Results"}'],
])("says what is wrong where Deepgram sends %s", async (_, answer) => {
  const transcriber = create("nova-3");
  const utterance = say(transcriber, 0);
  provider.answerNext(answer);
  await expect(utterance.finish()).rejects.toMatchObject({ provider: "deepgram", kind: "invalid_response" });
  transcriber.close();
});
