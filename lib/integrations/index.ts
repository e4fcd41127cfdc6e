export { type Addresses, addressProblem } from "./addresses";
export { type CarrierAccount, carrierAccount, carrierWorkspace } from "./carrier";
export { createIntegration } from "./create";
export { counterpart, type OpenCredential, openCredential } from "./credential";
export { disconnectIntegration } from "./disconnect";
export { listModels, listVoices, modelsOf, resolveModelFor } from "./models";
export { type IntegrationRow, listIntegrations, readIntegration, selectIntegrations } from "./read";
