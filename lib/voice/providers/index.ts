export { createBuiltinProviders } from "./builtin";
export { type Coverage, coverageOf } from "./builtin/coverage";
export {
  type Detector,
  type Expectation,
  type FailureKind,
  type Heard,
  ProviderFailure,
  type Providers,
  type Recogniser,
  type Speaker,
  type Utterance,
} from "./port";
