import { createRequire } from "node:module";

// The part of sherpa-onnx-node that transcribes speech. The package has no types. Only the two modules of speech recognition are
// loaded, so that nothing of its speech synthesis runs.

type Waveform = { samples: Float32Array; sampleRate: number };
type Stream = { acceptWaveform(waveform: Waveform): void };
type OnlineStream = Stream & { inputFinished(): void };
type Result = { text?: string };

export type SherpaConfig = {
  featConfig: { sampleRate: number; featureDim: number };
  modelConfig: Record<string, unknown>;
  decodingMethod: string;
};

/** Transcribes while sound arrives. */
export type OnlineRecognizer = {
  createStream(): OnlineStream;
  isReady(stream: OnlineStream): boolean;
  decode(stream: OnlineStream): void;
  getResult(stream: OnlineStream): Result;
};

/** Transcribes a whole utterance, in a thread of the native library. */
export type OfflineRecognizer = {
  createStream(): Stream;
  setConfig(config: SherpaConfig): void;
  decodeAsync(stream: Stream): Promise<Result>;
};

const load = createRequire(import.meta.url);

/** Loads a streaming model. A model that the library rejects ends the process. */
export function createOnlineRecognizer(config: SherpaConfig): OnlineRecognizer {
  const { OnlineRecognizer: Constructor } = load("sherpa-onnx-node/streaming-asr.js") as {
    OnlineRecognizer: new (config: SherpaConfig) => OnlineRecognizer;
  };
  return new Constructor(config);
}

/** Loads a model of whole utterances. A model that the library rejects ends the process. */
export function createOfflineRecognizer(config: SherpaConfig): OfflineRecognizer {
  const { OfflineRecognizer: Constructor } = load("sherpa-onnx-node/non-streaming-asr.js") as {
    OfflineRecognizer: new (config: SherpaConfig) => OfflineRecognizer;
  };
  return new Constructor(config);
}
