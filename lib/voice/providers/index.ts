export { createBuiltinProviders } from "@/lib/voice/offline/speech";
export { accountSpeaker, accountTranscriber, speakerWithFallback, transcriberWithFallback } from "./account";
export { listenUrl } from "./account/deepgram";
export type {
  Detector,
  Expectation,
  FailureKind,
  Heard,
  Providers,
  Speaker,
  Transcriber,
  Utterance,
} from "./port";
export { ProviderFailure } from "./port";
