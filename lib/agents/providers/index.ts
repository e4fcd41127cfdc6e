export {
  type ModelServer,
  modelServerOf,
  type OpenIntegration,
  type SpeechAccount,
  speechAccountOf,
  toolCredentialOf,
} from "./accounts";
export type { CheckedSettings, CheckResult, ProviderAdapter, RetentionCheck } from "./adapter";
export { adapterOf } from "./adapters";
export { createFinding } from "./check/finding-table";
export { CHECK_LIMITS, type CheckLimits } from "./check/limits";
export type { Probe } from "./check/probe";
export { type Settings, settingsDocument } from "./stored-settings";
export {
  createCredentialRemover,
  credentialHeaders,
  isBoundTo,
  type ToolCredential,
} from "./tool-credential";
