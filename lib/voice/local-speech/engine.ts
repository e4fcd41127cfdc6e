import { readFileSync } from "node:fs";
import { type EngineModel, MAX_STREAMED_UTTERANCE_SAMPLES, MAX_WHOLE_UTTERANCE_SAMPLES } from "./protocol";
import { createOfflineRecognizer, createOnlineRecognizer, type SherpaConfig } from "./sherpa";

const RATE_HZ = 16_000;
/** Filter banks of the models' features. A model of other features states it in its metadata. */
const FEATURES = 80;
/** A streaming model sees words only with some sound after them. */
const TAIL_SAMPLES = RATE_HZ * 0.66;
/** Maximum text of an utterance. A model that repeats itself must not fill the memory of the caller. */
const MAX_TEXT_CHARS = 20_000;

/** One utterance in progress. */
export type EngineUtterance = {
  /** Returns the words so far if they have changed. */
  push(samples: Int16Array): string | null;
  finish(): Promise<string>;
};
export type Engine = { begin(language: string): EngineUtterance };

const toFloats = (samples: Int16Array): Float32Array =>
  Float32Array.from(samples, (sample) => sample / 32_768);

/** Tokens without a sound: `<blk>`, `<unk>`. */
const SPECIAL_TOKENS = /^<[^<>\s]*>/gm;

/** Models of LibriSpeech write capitals only. Their words are lowered, as they are no acronyms. */
function createTextCleaner(tokensFile: string): (text: string) => string {
  const tokens = readFileSync(tokensFile, "utf8").replaceAll(SPECIAL_TOKENS, "");
  const hasLowerCase = /\p{Ll}/u.test(tokens);
  return (text) => {
    const trimmed = text.trim().slice(0, MAX_TEXT_CHARS);
    return hasLowerCase ? trimmed : trimmed.toLowerCase();
  };
}

function configOf({ kind, files }: EngineModel, threads: number, language: string): SherpaConfig {
  const { tokens, ...parts } = files;
  const parameters: Record<EngineModel["kind"], Record<string, unknown>> = {
    streaming_zipformer: { transducer: parts },
    nemo_transducer: { transducer: parts, modelType: "nemo_transducer" },
    moonshine: { moonshine: parts },
    moonshine_merged: { moonshine: parts },
    whisper: { whisper: { ...parts, language, task: "transcribe" } },
  };
  return {
    featConfig: { sampleRate: RATE_HZ, featureDim: FEATURES },
    modelConfig: { ...parameters[kind], tokens, numThreads: threads, provider: "cpu", debug: 0 },
    decodingMethod: "greedy_search",
  };
}

function createStreamingEngine(model: EngineModel, threads: number): Engine {
  const recognizer = createOnlineRecognizer(configOf(model, threads, ""));
  const clean = createTextCleaner(model.files.tokens ?? "");
  return {
    begin() {
      const stream = recognizer.createStream();
      let received = 0;
      let text = "";
      const decode = () => {
        while (recognizer.isReady(stream)) recognizer.decode(stream);
        return clean(recognizer.getResult(stream).text ?? "");
      };
      return {
        push(samples) {
          if (received >= MAX_STREAMED_UTTERANCE_SAMPLES) return null;
          received += samples.length;
          stream.acceptWaveform({ samples: toFloats(samples), sampleRate: RATE_HZ });
          const current = decode();
          if (current === text) return null;
          text = current;
          return text;
        },
        async finish() {
          stream.acceptWaveform({ samples: new Float32Array(TAIL_SAMPLES), sampleRate: RATE_HZ });
          stream.inputFinished();
          return decode();
        },
      };
    },
  };
}

/** Whisper ends the process if it is told a language that it does not have, and detects the language if it is told none. */
const languageFor = ({ takesLanguage, languages }: EngineModel, language: string): string =>
  takesLanguage && languages?.includes(language) ? language : "";

function createWholeUtteranceEngine(model: EngineModel, threads: number): Engine {
  let currentLanguage = "";
  const recognizer = createOfflineRecognizer(configOf(model, threads, currentLanguage));
  const clean = createTextCleaner(model.files.tokens ?? "");
  let queue: Promise<unknown> = Promise.resolve();

  async function transcribe(pieces: Int16Array[], language: string): Promise<string> {
    if (language !== currentLanguage) recognizer.setConfig(configOf(model, threads, language));
    currentLanguage = language;
    const samples = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      samples.set(toFloats(piece), at);
      at += piece.length;
    }
    // The library rejects an utterance without a frame.
    if (samples.length < RATE_HZ / 10) return "";
    const stream = recognizer.createStream();
    stream.acceptWaveform({ samples, sampleRate: RATE_HZ });
    return clean((await recognizer.decodeAsync(stream)).text ?? "");
  }

  return {
    begin(language) {
      const pieces: Int16Array[] = [];
      let received = 0;
      return {
        push(samples) {
          if (received < MAX_WHOLE_UTTERANCE_SAMPLES) {
            pieces.push(samples);
            received += samples.length;
          }
          return null;
        },
        finish() {
          // One at a time: the language is a setting of the engine, and two at once would share the same cores.
          const result = queue.then(() => transcribe(pieces, languageFor(model, language)));
          queue = result.catch(() => {});
          return result;
        },
      };
    },
  };
}

/** Loads a model. If the library rejects its files, the process ends at once. */
export const createEngine = (model: EngineModel, threads: number): Engine =>
  model.kind === "streaming_zipformer"
    ? createStreamingEngine(model, threads)
    : createWholeUtteranceEngine(model, threads);
