export { type Addresses, addressProblem } from "./addresses";
export { isEncryptionMissing } from "./call-encryption-requirement";
export {
  type CarrierAccount,
  carrierKind,
  findCarrierWorkspace,
  openCarrierAccount,
} from "./carrier";
export { storeCheckedSettings } from "./checked-settings";
export { createIntegration } from "./create";
export { findCounterpart, openCredential } from "./credential";
export { disconnectIntegration } from "./disconnect";
export { type LastCheck, readLastChecks } from "./last-checks";
export { listModels, modelsOf, resolveModelFor } from "./models";
export { openIntegration } from "./open";
export {
  findPolicyViolations,
  requireProviderPolicies,
  UsedProviders,
} from "./provider-policy";
export {
  type IntegrationRow,
  listIntegrations,
  readIntegration,
  selectIntegrations,
  toIntegration,
} from "./read";
export {
  instructionOf,
  storeRetentionCheck,
} from "./retention";
export { isSipServerListed } from "./sip-server";
export { listSipTrunks, type OpenTrunk, openTrunk, readTrunkState, type TrunkEntry } from "./sip-trunk";
export {
  type ConversationSpeechAccount,
  listTranscribers,
  listVoices,
  openSpeechAccount,
  transcribersOf,
  voicesOf,
} from "./speech";
export { pauseTrunk } from "./trunk-pause";
export type { TrunkSettings } from "./trunk-settings";
