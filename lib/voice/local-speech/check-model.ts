import { setTimeout as sleep } from "node:timers/promises";
import { ProviderFailure } from "@/lib/agents/providers/schema";
import type { SpeechModel } from "@/lib/agents/speech-models";
import { FRAME_MS, FRAME_SAMPLES } from "@/lib/platform/audio/frame";
import { threadsFor } from "./local-transcribers";
import { createModelProcess } from "./model-process";
import { createLocalTranscriber } from "./transcriber";

/** An answer of usual length, at the speed at which a caller speaks. */
const UTTERANCE_MS = 3_000;
/** A level above silence, so that the model decodes. */
const AMPLITUDE = 300;

const KEEP_ALIVE_MS = 1_000;

/** `problem`: the reason why calls cannot use the model; null if they can. */
export type ModelCheck = { loadMs: number; answerMs: number; problem: string | null };

const noise = (index: number): Int16Array =>
  Int16Array.from({ length: FRAME_SAMPLES }, (_, sample) => {
    const at = index * FRAME_SAMPLES + sample;
    return AMPLITUDE * Math.sin(at * at * 0.7);
  });

/** Loads a model as a call does, and transcribes some seconds of noise. The words do not matter, only the time. */
export async function checkModel(model: SpeechModel): Promise<ModelCheck> {
  const modelProcess = createModelProcess(model, {
    threads: threadsFor(model),
    delayMs: () => 60_000,
    logsEnd: false,
  });
  // The process of a model does not keep its parent running, and a command has nothing else that does.
  const keptAlive = setInterval(() => {}, KEEP_ALIVE_MS);
  const started = performance.now();
  let loadMs = 0;
  try {
    modelProcess.start();
    await modelProcess.ready();
    loadMs = performance.now() - started;
    const transcriber = createLocalTranscriber(modelProcess, model);
    const expectation = { kind: "open", language: model.languages?.[0] ?? "en" } as const;
    const utterance = transcriber.begin(expectation, {}, new AbortController().signal);
    for (let index = 0; index < UTTERANCE_MS / FRAME_MS; index++) {
      utterance.push(noise(index));
      await sleep(FRAME_MS);
    }
    const endMs = performance.now();
    await utterance.finish();
    return { loadMs, answerMs: performance.now() - endMs, problem: null };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const lines = modelProcess.diagnostics().split("\n");
    // The library and Node state the reason in different places of their output.
    const reason = lines.find((line) => /^\w*Error:|what\(\)|does not exist/.test(line)) ?? lines.at(-1);
    return { loadMs, answerMs: 0, problem: reason?.trim() || "The process ended without a message." };
  } finally {
    modelProcess.close();
    clearInterval(keptAlive);
  }
}
