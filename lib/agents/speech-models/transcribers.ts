import { join } from "node:path";
import type { TranscriberOffer } from "@/lib/agents/models/schema";
import { env } from "@/lib/platform/env";
import { listSpeechModels } from "./list";
import { isStreaming, type SpeechModel, type SpeechModelKind } from "./recognize-model";

/** The provider of transcribers that are models on this machine: `local:<folder>`. */
export const LOCAL_PROVIDER = "local";

/** Where the operator's models are. */
export const speechModelsDir = (): string => env.SPEECH_MODELS_DIR ?? join(env.DATA_DIR, "speech-models");

const ARCHITECTURES: Record<SpeechModelKind, string> = {
  streaming_zipformer: "Streaming Zipformer",
  nemo_transducer: "NeMo transducer (Parakeet)",
  moonshine: "Moonshine",
  moonshine_merged: "Moonshine",
  whisper: "Whisper",
};

const toOffer = (model: SpeechModel): TranscriberOffer => ({
  id: `${LOCAL_PROVIDER}:${model.name}`,
  name: model.name,
  provider: LOCAL_PROVIDER,
  description: `${ARCHITECTURES[model.kind]} on this machine, without an account. ${
    isStreaming(model)
      ? "It transcribes while the caller speaks."
      : "It transcribes when the caller has spoken."
  }`,
  zero_retention: true,
  languages: model.languages,
  streaming: isStreaming(model),
});

/** Lists the transcribers of this machine. Empty if the operator has installed no model. */
export async function listLocalTranscribers(dir = speechModelsDir()): Promise<TranscriberOffer[]> {
  return (await listSpeechModels(dir)).map(toOffer);
}

/** Finds the model of a transcriber `local:<name>`; undefined if it is not installed. */
export async function findSpeechModel(
  name: string,
  dir = speechModelsDir(),
): Promise<SpeechModel | undefined> {
  return (await listSpeechModels(dir)).find((model) => model.name === name);
}
