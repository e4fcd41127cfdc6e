export { accountRecogniser, accountSpeaker, recogniserWithFallback, speakerWithFallback } from "./account";
export { listenUrl } from "./account/deepgram";
export { createBuiltinProviders } from "./builtin";
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
