export { ModelError, type ModelErrorCode, toModelError } from "./errors";
export { MODEL_LIMITS, type ModelLimits, TURN_BUDGETS_MS } from "./limits";
export { meteredModel, type OnRequestUse, type RequestUse } from "./metered-model";
export { parseJsonAnswer } from "./parse-json-answer";
export { isScriptedModel, MODELS, PROVIDERS, type Provider } from "./providers";
export { resilientModel } from "./resilient-model";
export { type BuiltinModels, type ResolveModel, resolveModel } from "./resolve";
export { retryAfterMs } from "./retry-after";
export { TRANSCRIBERS, VOICES } from "./voices";
