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
export { forgetAccessToken, toHeaderCredential } from "./oauth2/access-token";
export { describeTokenError, TOKEN_MESSAGES, TokenError } from "./oauth2/token-error";
export { type Settings, settingsDocument } from "./stored-settings";
export {
  createCredentialRemover,
  credentialHeaders,
  type HeaderCredential,
  isBoundTo,
  type ToolCredential,
} from "./tool-credential";
