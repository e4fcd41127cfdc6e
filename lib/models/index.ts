export { ModelError, type ModelErrorCode } from "./errors";
export { MODEL_LIMITS, type ModelLimits } from "./limits";
export { isKnownModel, MODELS, PROVIDERS, type Provider, providerOf } from "./providers";
export { type BuiltinModels, type ResolveModel, resolveModel } from "./resolve";
export { isKnownVoice, VOICES } from "./voices";
