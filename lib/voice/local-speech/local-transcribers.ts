import { availableParallelism } from "node:os";
import type { Transcriber } from "@/lib/agents/providers/schema";
import { findSpeechModel, isStreaming, type SpeechModel } from "@/lib/agents/speech-models";
import { createModelProcess, type ModelProcess } from "./model-process";
import { createLocalTranscriber } from "./transcriber";

/** From the end of speech to the words. No network explains a longer wait, and the caller hears nothing meanwhile. */
export const LOCAL_ANSWER_MS = 1_500;
/** A streaming model decodes a tenth of a second at a time, which more threads do not make faster. */
const STREAMING_THREADS = 1;
/** More threads add little for an utterance of some seconds, and the calls' own threads need cores too. */
const MAX_WHOLE_UTTERANCE_THREADS = 4;
/** Each model is a process with hundreds of megabytes. Further models are not loaded. */
const MAX_PROCESSES = 6;

export const threadsFor = (model: SpeechModel): number =>
  isStreaming(model) ? STREAMING_THREADS : Math.min(MAX_WHOLE_UTTERANCE_THREADS, availableParallelism());

/** The models of this machine, with a process for each that a call has used. */
export type LocalTranscribers = {
  /** The transcriber of a model, whose process starts now; undefined if the model is not installed. */
  open(name: string): Promise<Transcriber | undefined>;
  close(): void;
};

export function createLocalTranscribers(
  find: (name: string) => Promise<SpeechModel | undefined> = findSpeechModel,
  createProcess: (model: SpeechModel) => ModelProcess = (model) =>
    createModelProcess(model, { threads: threadsFor(model) }),
): LocalTranscribers {
  const processes = new Map<string, ModelProcess>();
  let isClosed = false;
  return {
    async open(name) {
      const model = await find(name);
      if (model === undefined || isClosed) return undefined;
      const running = processes.get(name);
      if (running === undefined && processes.size >= MAX_PROCESSES) return undefined;
      const modelProcess = running ?? createProcess(model);
      processes.set(name, modelProcess);
      modelProcess.start();
      return createLocalTranscriber(modelProcess, model);
    },
    close() {
      isClosed = true;
      for (const modelProcess of processes.values()) modelProcess.close();
    },
  };
}
