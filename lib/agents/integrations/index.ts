export { type Addresses, addressProblem } from "./addresses";
export { type CarrierAccount, carrierAccount, carrierWorkspace } from "./carrier";
export { createIntegration } from "./create";
export { counterpart, type OpenCredential, openCredential } from "./credential";
export { disconnectIntegration } from "./disconnect";
export { fine, wrong } from "./finding";
export { listModels, modelsOf, type OpenModelServer, openModelServer, resolveModelFor } from "./models";
export {
  type IntegrationRow,
  listIntegrations,
  readIntegration,
  SPEECH_KINDS,
  selectIntegrations,
  toIntegration,
} from "./read";
export { instructionOf, type RetentionSeen, settleRetention } from "./retention";
export {
  listTranscribers,
  listVoices,
  type SpeechAccount,
  speechAccount,
  transcribersOf,
  voicesOf,
} from "./speech";
export { breachesOf, requireTerms } from "./terms";
