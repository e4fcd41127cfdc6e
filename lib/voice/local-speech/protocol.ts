import type { SpeechModelKind } from "@/lib/agents/speech-models";

/** The part of a model that its process needs. */
export type EngineModel = {
  kind: SpeechModelKind;
  files: Readonly<Record<string, string>>;
  takesLanguage: boolean;
  languages: readonly string[] | null;
};

/** Messages to the process of a model. The first one is `load`. `id` identifies an utterance. */
export type ToModelProcess =
  | { type: "load"; model: EngineModel; threads: number }
  | { type: "begin"; id: number; language: string }
  | { type: "audio"; id: number; samples: Int16Array }
  | { type: "finish"; id: number }
  | { type: "abort"; id: number };

/** Messages from the process of a model. `failed` ends an utterance without a result. */
export type FromModelProcess =
  | { type: "ready" }
  | { type: "partial"; id: number; text: string }
  | { type: "final"; id: number; text: string }
  | { type: "failed"; id: number };

/**
 * Maximum utterance of a model that transcribes at its end: Whisper processes 30 s and pads them (sherpa-onnx,
 * offline Whisper models). Later speech is ignored.
 */
export const MAX_WHOLE_UTTERANCE_SAMPLES = 28 * 16_000;
/** Maximum utterance of a streaming model, as of the other transcribers. Later speech is ignored. */
export const MAX_STREAMED_UTTERANCE_SAMPLES = 60 * 16_000;
