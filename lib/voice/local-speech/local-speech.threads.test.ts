import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Transcriber } from "@/lib/agents/providers/schema";
import { findSpeechModel } from "@/lib/agents/speech-models";
import {
  writeAbortingModel,
  writeMoonshine,
  writeNemoTransducer,
  writeStreamingZipformer,
  writeWhisper,
} from "@/lib/agents/speech-models/testing/tiny-models";
import { FRAME_SAMPLES } from "@/lib/platform/audio/frame";
import { createLocalTranscribers, type LocalTranscribers, threadsFor } from "./local-transcribers";
import { createModelProcess } from "./model-process";

// The real runtime, in its process, with models of a few hundred bytes that emit fixed words by loudness. Published
// weights are too large for a test and were never downloaded by one.

const dir = mkdtempSync(join(tmpdir(), "local-speech-"));
let transcribers: LocalTranscribers;
beforeAll(() => {
  writeStreamingZipformer(dir, "zipformer");
  writeNemoTransducer(dir, "parakeet");
  writeMoonshine(dir, "moonshine");
  writeWhisper(dir, "whisper");
  writeAbortingModel(dir, "aborting");
  transcribers = createLocalTranscribers((name) => findSpeechModel(name, dir));
});
afterAll(() => transcribers.close());

/** Seconds of noise with an amplitude; 0 is silence. */
type Sound = [seconds: number, amplitude: number];
const QUIET = 0.003;
const LOUD = 0.3;

function* framesOf(sounds: readonly Sound[]): Generator<Int16Array> {
  let at = 0;
  for (const [seconds, amplitude] of sounds)
    for (let n = 0; n < (seconds * 16_000) / FRAME_SAMPLES; n++)
      yield Int16Array.from({ length: FRAME_SAMPLES }, () => {
        at++;
        return 32_767 * amplitude * Math.sin(at * at * 0.7);
      });
}

const open = async (name: string): Promise<Transcriber> => {
  const transcriber = await transcribers.open(name);
  if (transcriber === undefined) throw new Error(`${name} is not installed.`);
  return transcriber;
};

async function hear(transcriber: Transcriber, sounds: readonly Sound[], language = "en-US") {
  const partials: string[] = [];
  const utterance = transcriber.begin(
    { kind: "open", language },
    { partial: (text) => partials.push(text) },
    new AbortController().signal,
  );
  for (const frame of framesOf(sounds)) utterance.push(frame);
  const { text, understood } = await utterance.finish();
  return { text, understood, partials };
}

const SENTENCE: Sound[] = [
  [0.5, 0],
  [0.5, QUIET],
  [0.3, 0],
  [0.5, LOUD],
];

describe("with the native runtime", () => {
  test("a streaming Zipformer returns words while the caller speaks, in lower case", async () => {
    const transcriber = await open("zipformer");
    expect(await hear(transcriber, SENTENCE)).toEqual({
      text: "yes please",
      understood: true,
      partials: ["yes", "yes please"],
    });
    expect(await hear(transcriber, [[1, 0]])).toEqual({ text: "", understood: false, partials: [] });
  });

  test("utterances of a streaming model at the same time do not mix", async () => {
    const transcriber = await open("zipformer");
    const [both, quiet, silent] = await Promise.all([
      hear(transcriber, SENTENCE),
      hear(transcriber, [
        [0.5, 0],
        [0.5, QUIET],
        [0.3, 0],
      ]),
      hear(transcriber, [[0.5, 0]]),
    ]);
    expect([both.text, quiet.text, silent.text]).toEqual(["yes please", "yes", ""]);
  });

  test("a NeMo transducer transcribes at the end, and keeps its capitals", async () => {
    const transcriber = await open("parakeet");
    expect(await hear(transcriber, SENTENCE)).toEqual({ text: "Yes please", understood: true, partials: [] });
    expect((await hear(transcriber, [[0.5, QUIET]])).text).toBe("Yes");
    expect((await hear(transcriber, [[1, 0]])).understood).toBe(false);
    expect((await hear(transcriber, [])).understood).toBe(false);
  });

  test("Moonshine transcribes at the end", async () => {
    const transcriber = await open("moonshine");
    expect((await hear(transcriber, SENTENCE)).text).toBe("Yes please");
    expect((await hear(transcriber, [[1, 0]])).text).toBe("");
  });

  test("Whisper is told the language of each utterance, and detects one that it does not have", async () => {
    const transcriber = await open("whisper");
    const texts = await Promise.all(
      ["en-US", "de", "en-GB", "fr"].map(async (tag) => (await hear(transcriber, SENTENCE, tag)).text),
    );
    // The tiny model takes everything for German unless it is told otherwise.
    expect(texts).toEqual(["hello", "hallo", "hello", "hallo"]);
  });

  test("ignores what exceeds the maximum utterance", async () => {
    const transcriber = await open("moonshine");
    expect(
      (
        await hear(transcriber, [
          [28, 0],
          [1, LOUD],
        ])
      ).text,
    ).toBe("");
    expect(
      (
        await hear(transcriber, [
          [27, 0],
          [1, LOUD],
        ])
      ).text,
    ).toBe("Yes please");
  });

  test("a model that the runtime rejects ends its own process only", async () => {
    const model = await findSpeechModel("aborting", dir);
    if (model === undefined) throw new Error("The model is recognized.");
    const modelProcess = createModelProcess(model, { threads: threadsFor(model), delayMs: () => 60_000 });
    modelProcess.start();
    await expect(modelProcess.ready()).rejects.toMatchObject({ kind: "unavailable" });
    expect(modelProcess.diagnostics()).toContain("encoder_dims");
    modelProcess.close();
  });
});

test("a model that is not installed has no transcriber", async () => {
  expect(await transcribers.open("missing")).toBeUndefined();
});
