export { createBuiltinProviders } from "@/lib/voice/offline/speech";
export { accountTranscriber, accountSpeaker, transcriberWithFallback, speakerWithFallback } from "./account";
export { listenUrl } from "./account/deepgram";
export type {
  Detector,
  Expectation,
  FailureKind,
  Heard,
  Providers,
  Transcriber,
  Speaker,
  Utterance,
} from "./port";
export { ProviderFailure } from "./port";
