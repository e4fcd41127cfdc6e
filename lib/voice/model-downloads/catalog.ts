import type { SpeechModelKind } from "@/lib/agents/speech-models";

/** A published model. Its archive is downloaded from its publisher: Parley contains no weights. */
export type CatalogModel = {
  /** The name of the folder, and of the transcriber: `local:<name>`. */
  name: string;
  kind: SpeechModelKind;
  languages: readonly string[];
  /** The party that trained the model, and its license for the weights. */
  publisher: string;
  license: string;
  /** The size of the archive. */
  bytes: number;
  url: string;
  /** The digest of the archive, only if a source other than the download itself states it. */
  sha256?: string;
};

const RELEASE = "https://github.com/k2-fsa/sherpa-onnx/releases/download/asr-models";

/**
 * The digests are those of `src/main/speech/model-catalog.ts` of github.com/stablyai/orca at commit
 * 0c16bc99ba4d8de21b60de6856fc3e9ff4f760ff. The publishers state none. An archive without a digest here is recorded at
 * its first download.
 */
export const CATALOG: readonly CatalogModel[] = [
  {
    name: "zipformer-streaming-en-20m",
    kind: "streaming_zipformer",
    languages: ["en"],
    publisher: "k2-fsa (icefall)",
    license: "Apache-2.0",
    bytes: 127_887_156,
    url: `${RELEASE}/sherpa-onnx-streaming-zipformer-en-20M-2023-02-17.tar.bz2`,
    sha256: "9c559283e8498d3fe95913c79ca1cb454bb26281ac2b102b41306c7d752765d9",
  },
  {
    name: "zipformer-streaming-en",
    kind: "streaming_zipformer",
    languages: ["en"],
    publisher: "k2-fsa (icefall)",
    license: "Apache-2.0",
    bytes: 310_414_022,
    url: `${RELEASE}/sherpa-onnx-streaming-zipformer-en-2023-06-26.tar.bz2`,
  },
  {
    name: "parakeet-tdt-0.6b-v3",
    kind: "nemo_transducer",
    languages: "bg cs da de el en es et fi fr hr hu it lt lv mt nl pl pt ro ru sk sl sv uk".split(" "),
    publisher: "NVIDIA",
    license: "CC-BY-4.0",
    bytes: 487_170_055,
    url: `${RELEASE}/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8.tar.bz2`,
    sha256: "5793d0fd397c5778d2cf2126994d58e9d56b1be7c04d13c7a15bb1b4eafb16bf",
  },
  {
    name: "moonshine-tiny-en",
    kind: "moonshine",
    languages: ["en"],
    publisher: "Useful Sensors",
    license: "MIT",
    bytes: 107_600_538,
    url: `${RELEASE}/sherpa-onnx-moonshine-tiny-en-int8.tar.bz2`,
  },
  {
    name: "moonshine-base-en",
    kind: "moonshine",
    languages: ["en"],
    publisher: "Useful Sensors",
    license: "MIT",
    bytes: 250_807_309,
    url: `${RELEASE}/sherpa-onnx-moonshine-base-en-int8.tar.bz2`,
  },
  {
    name: "whisper-base-en",
    kind: "whisper",
    languages: ["en"],
    publisher: "OpenAI",
    license: "MIT",
    bytes: 208_576_005,
    url: `${RELEASE}/sherpa-onnx-whisper-base.en.tar.bz2`,
  },
];
