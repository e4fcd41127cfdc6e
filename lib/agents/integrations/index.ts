export { type Addresses, addressProblem } from "./addresses";
export {
  type CarrierAccount,
  findCarrierWorkspace,
  openCarrierAccount,
} from "./carrier";
export { createIntegration } from "./create";
export { findCounterpart, type OpenCredential, openCredential } from "./credential";
export { disconnectIntegration } from "./disconnect";
export { failedFinding, passedFinding } from "./finding";
export { listModels, modelsOf, type OpenModelServer, openModelServer, resolveModelFor } from "./models";
export {
  findPolicyViolations,
  requireProviderPolicies,
  UsedProviders,
} from "./provider-policy";
export {
  type IntegrationRow,
  listIntegrations,
  readIntegration,
  SPEECH_KINDS,
  selectIntegrations,
  toIntegration,
} from "./read";
export {
  instructionOf,
  type RetentionCheck,
  storeRetentionCheck,
} from "./retention";
export {
  listTranscribers,
  listVoices,
  openSpeechAccount,
  type SpeechAccount,
  transcribersOf,
  voicesOf,
} from "./speech";
