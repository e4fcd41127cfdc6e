export { accountRecogniser, accountSpeaker, recogniserWithFallback, speakerWithFallback } from "./account";
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
