export { createBuiltinProviders } from "@/lib/voice/offline/speech";
export {
  accountSynthesizer,
  accountTranscriber,
  synthesizerWithFallback,
  transcriberWithFallback,
} from "./account";
export { listenUrl } from "./account/deepgram";
export type {
  Expectation,
  FailureKind,
  Providers,
  Synthesizer,
  Transcriber,
  Transcription,
  Utterance,
  Vad,
} from "./port";
export { ProviderFailure } from "./port";
