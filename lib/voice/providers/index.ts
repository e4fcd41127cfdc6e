export { createBuiltinProviders } from "@/lib/voice/offline/speech";
export { accountRecogniser, accountSpeaker, recogniserWithFallback, speakerWithFallback } from "./account";
export { listenUrl } from "./account/deepgram";
export type {
  Detector,
  Expectation,
  FailureKind,
  Heard,
  Providers,
  Recogniser,
  Speaker,
  Utterance,
} from "./port";
export { ProviderFailure } from "./port";
