import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { ProviderFailure, type Transcriber } from "@/lib/agents/providers/schema";
import type { SpeechModel } from "@/lib/agents/speech-models";
import { FRAME_SAMPLES } from "@/lib/platform/audio/frame";
import { transcriberWithFallback } from "@/lib/voice/providers";
import { createModelProcess, type ModelProcess } from "./model-process";
import { createLocalTranscriber } from "./transcriber";

const entry = {
  filename: fileURLToPath(new URL("./testing/scripted-child.mjs", import.meta.url)),
  execArgv: [],
};
const model = (tokens = ""): SpeechModel => ({
  name: "scripted",
  kind: "nemo_transducer",
  files: { tokens },
  languages: null,
  takesLanguage: false,
});
const running: ModelProcess[] = [];
const open = (options: { delayMs?: () => number; hangMs?: number } = {}, tokens = "") => {
  const modelProcess = createModelProcess(model(tokens), {
    entry,
    threads: 1,
    delayMs: () => 50,
    ...options,
  });
  running.push(modelProcess);
  modelProcess.start();
  return { modelProcess, transcriber: createLocalTranscriber(modelProcess, model()) };
};
afterEach(() => {
  for (const modelProcess of running.splice(0)) modelProcess.close();
});

/** The limit of what never answers, and of what fails sooner, however busy the machine is. */
const SHORT_MS = 1_200;
const PATIENT_MS = 20_000;
const frame = new Int16Array(FRAME_SAMPLES).fill(1);
const begin = (transcriber: Transcriber, language: string, signal = new AbortController().signal) =>
  transcriber.begin({ kind: "open", language }, {}, signal);
const resultOf = (transcriber: Transcriber, language: string) =>
  begin(transcriber, language)
    .finish()
    .then(
      ({ text }) => text,
      (error: unknown) => (error instanceof ProviderFailure ? error.kind : String(error)),
    );

test("a crash fails every utterance of the process at once, and the process starts again", async () => {
  const { modelProcess, transcriber } = open();
  await modelProcess.ready();
  const sameTime = begin(transcriber, "en");
  expect(await resultOf(transcriber, "crash")).toBe("unavailable");
  await expect(sameTime.finish()).rejects.toMatchObject({ kind: "unavailable", provider: "local" });
  // Between the crash and the next start, an utterance fails without waiting.
  expect(await resultOf(transcriber, "en")).toBe("unavailable");
  await expect.poll(() => resultOf(transcriber, "en"), { timeout: 20_000 }).toBe("en");
});

test("waits longer after each crash of a model that does not load", async () => {
  const crashes: number[] = [];
  const { modelProcess } = open(
    {
      delayMs: (count = 0) => {
        crashes.push(count);
        return 10;
      },
    },
    "crash",
  );
  await expect(modelProcess.ready()).rejects.toThrow(ProviderFailure);
  await expect.poll(() => crashes.length, { timeout: 20_000 }).toBeGreaterThan(2);
  expect(crashes.slice(0, 3)).toEqual([1, 2, 3]);
});

test("a process that owes an utterance its words for too long is replaced", async () => {
  const { modelProcess, transcriber } = open({ hangMs: 300 });
  await modelProcess.ready();
  expect(await resultOf(transcriber, "silent")).toBe("unavailable");
  await expect.poll(() => resultOf(transcriber, "en"), { timeout: 20_000 }).toBe("en");
});

test("a process that hangs is replaced although the call has stopped waiting", async () => {
  const { modelProcess, transcriber } = open({ hangMs: 300 });
  await modelProcess.ready();
  const aborted = new AbortController();
  const utterance = begin(transcriber, "hang", aborted.signal);
  const result = utterance.finish();
  aborted.abort();
  await expect(result).rejects.toThrow("aborted");
  await expect.poll(() => resultOf(transcriber, "en"), { timeout: 20_000 }).toBe("en");
});

test("the built-in transcriber answers when the process is dead, loading or silent", async () => {
  const builtin: Transcriber = {
    name: "builtin",
    begin: () => ({
      push() {},
      finish: async () => ({ text: "from the fallback", confidence: 1, understood: true }),
      abort() {},
    }),
    close() {},
  };
  for (const [tokens, language, kind] of [
    ["", "crash", "unavailable"],
    ["", "fail", "unavailable"],
    ["", "silent", "timeout"],
    ["hang", "en", "timeout"],
    ["crash", "en", "unavailable"],
  ] as const) {
    const { modelProcess, transcriber } = open({}, tokens);
    if (tokens !== "hang") await modelProcess.ready().catch(() => {});
    const failures: string[] = [];
    const safe = transcriberWithFallback(
      transcriber,
      builtin,
      (failure) => failures.push(failure.kind),
      kind === "timeout" ? SHORT_MS : PATIENT_MS,
    );
    const utterance = begin(safe, language);
    utterance.push(frame);
    expect((await utterance.finish()).text).toBe("from the fallback");
    expect(failures).toEqual([kind]);
  }
});

test("bounds the utterances at once, those that wait for words, and the sound that is not taken", async () => {
  const { modelProcess, transcriber } = open();
  await modelProcess.ready();
  const utterances = Array.from({ length: 33 }, () => begin(transcriber, "silent"));
  await expect(utterances[32]?.finish()).rejects.toMatchObject({ kind: "rate_limited" });
  const waiting = utterances.slice(0, 9).map((utterance) => utterance.finish());
  await expect(waiting[8]).rejects.toMatchObject({ kind: "rate_limited" });
  for (const utterance of utterances) utterance.abort();
  await Promise.allSettled(waiting);

  const hanging = begin(transcriber, "hang");
  const second = 16_000 / FRAME_SAMPLES;
  const failing = begin(transcriber, "en");
  for (let pushed = 0; pushed < 28 * second; pushed++) hanging.push(frame);
  const waitingToo = Array.from({ length: 6 }, () => begin(transcriber, "en"));
  for (let pushed = 0; pushed < 28 * second; pushed++)
    for (const utterance of waitingToo) utterance.push(frame);
  await expect(waitingToo.at(-1)?.finish()).rejects.toMatchObject({ kind: "unavailable" });
  failing.abort();
});

test("an aborted utterance has no result, and the process serves others", async () => {
  const { modelProcess, transcriber } = open();
  await modelProcess.ready();
  const stop = new AbortController();
  const utterance = begin(transcriber, "silent", stop.signal);
  const result = utterance.finish();
  stop.abort(new Error("hung up"));
  await expect(result).rejects.toThrow("hung up");
  expect(await resultOf(transcriber, "en")).toBe("en");
});

test("after the end, no process starts", async () => {
  const { modelProcess, transcriber } = open();
  await modelProcess.ready();
  modelProcess.close();
  await expect.poll(() => resultOf(transcriber, "en")).toBe("unavailable");
});
