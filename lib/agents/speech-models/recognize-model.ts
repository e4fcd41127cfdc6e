import { join } from "node:path";
import { languagesOfName } from "./languages";
import { readOnnxMetadata } from "./onnx-metadata";

/** Architectures that Parley runs. Only the streaming one returns words while the caller speaks. */
export type SpeechModelKind =
  | "streaming_zipformer"
  | "nemo_transducer"
  | "moonshine"
  | "moonshine_merged"
  | "whisper";

/** The paths of a model's files by their role in the engine's configuration. */
export type SpeechModelFiles = Readonly<Record<string, string>>;

export type SpeechModel = {
  /** The name of the folder. Agents choose the model by `local:<name>`. */
  name: string;
  kind: SpeechModelKind;
  files: SpeechModelFiles;
  /** ISO 639 codes; null if neither the files nor the name state any. */
  languages: string[] | null;
  /** Whether the model has to be told the language of an utterance, because it transcribes several. */
  takesLanguage: boolean;
};

export const isStreaming = ({ kind }: Pick<SpeechModel, "kind">): boolean => kind === "streaming_zipformer";

/** Model types in the metadata of encoders (sherpa-onnx, online-transducer-model.cc and the offline models). */
const ZIPFORMER_TYPES = ["zipformer", "zipformer2"];
const NEMO_TYPES = ["EncDecRNNTBPEModel", "EncDecHybridRNNTCTCBPEModel"];

/** The file of a role. The quantized one is preferred, as it is four times smaller and faster on a CPU. */
function pick(files: readonly string[], role: RegExp): string | undefined {
  const matching = files.filter((file) => role.test(file)).sort();
  return matching.find((file) => file.includes("int8")) ?? matching[0];
}

/** The file that belongs to an encoder: the same name with another role, or without quantization. */
function counterpart(files: readonly string[], encoder: string, role: string): string | undefined {
  const name = encoder.replace("encoder", role);
  return [name, name.replace(".int8", "")].find((candidate) => files.includes(candidate));
}

type Recognized = Omit<SpeechModel, "name">;

function recognizeMoonshine(
  files: readonly string[],
  tokens: string,
  languages: string[] | null,
): Recognized | null {
  const preprocessor = pick(files, /^preprocess.*\.onnx$/);
  const encoder = pick(files, /^encode\b.*\.onnx$/);
  const uncachedDecoder = pick(files, /^uncached_decode.*\.onnx$/);
  const cachedDecoder = pick(files, /^cached_decode.*\.onnx$/);
  if (preprocessor && encoder && uncachedDecoder && cachedDecoder)
    return {
      kind: "moonshine",
      files: { preprocessor, encoder, uncachedDecoder, cachedDecoder, tokens },
      languages,
      takesLanguage: false,
    };
  const mergedEncoder = pick(files, /^encoder_model.*\.(?:onnx|ort)$/);
  const mergedDecoder = pick(files, /^decoder_model_merged.*\.(?:onnx|ort)$/);
  return mergedEncoder && mergedDecoder
    ? {
        kind: "moonshine_merged",
        files: { encoder: mergedEncoder, mergedDecoder, tokens },
        languages,
        takesLanguage: false,
      }
    : null;
}

async function recognizeTransducer(
  folder: string,
  parts: Record<"encoder" | "decoder" | "joiner" | "tokens", string>,
  languages: string[] | null,
): Promise<Recognized | null> {
  const metadata = await readOnnxMetadata(join(folder, parts.encoder));
  const type = metadata?.get("model_type") ?? "";
  if (ZIPFORMER_TYPES.includes(type) && metadata?.has("decode_chunk_len"))
    return { kind: "streaming_zipformer", files: parts, languages, takesLanguage: false };
  // A streaming NeMo transducer has the same type, and a window; which needs another engine.
  return NEMO_TYPES.includes(type) && !metadata?.has("window_size")
    ? { kind: "nemo_transducer", files: parts, languages, takesLanguage: false }
    : null;
}

async function recognizeWhisper(
  folder: string,
  parts: Record<"encoder" | "decoder" | "tokens", string>,
): Promise<Recognized | null> {
  const metadata = await readOnnxMetadata(join(folder, parts.encoder));
  if (!metadata?.get("model_type")?.startsWith("whisper")) return null;
  const takesLanguage = metadata.get("is_multilingual") === "1";
  const codes = metadata.get("all_language_codes")?.split(",") ?? [];
  return { kind: "whisper", files: parts, languages: takesLanguage ? codes : ["en"], takesLanguage };
}

/** Recognizes a model by the names of its files and the metadata of its encoder; null if it is none that can run. */
export async function recognizeModel(
  folder: string,
  name: string,
  fileNames: readonly string[],
): Promise<SpeechModel | null> {
  const tokens = pick(fileNames, /(?:^|-)tokens\.txt$/);
  if (tokens === undefined) return null;
  const languages = languagesOfName(name);
  const moonshine = recognizeMoonshine(fileNames, tokens, languages);
  const weights = fileNames.filter((file) => file.endsWith(".onnx"));
  const encoder = pick(weights, /encoder/);
  const decoder = encoder && counterpart(fileNames, encoder, "decoder");
  const joiner = encoder && counterpart(fileNames, encoder, "joiner");
  let recognized: Recognized | null = moonshine;
  if (recognized === null && encoder && decoder)
    recognized = joiner
      ? await recognizeTransducer(folder, { encoder, decoder, joiner, tokens }, languages)
      : await recognizeWhisper(folder, { encoder, decoder, tokens });
  if (recognized === null) return null;
  const paths = Object.entries(recognized.files).map(([role, file]) => [role, join(folder, file)] as const);
  return { name, ...recognized, files: Object.fromEntries(paths) };
}
