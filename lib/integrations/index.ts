export { type Addresses, addressProblem } from "./addresses";
export { createIntegration } from "./create";
export { counterpart, type OpenCredential, openCredential } from "./credential";
export { disconnectIntegration } from "./disconnect";
export { listModels, listVoices, modelsOf, resolveModelFor } from "./models";
export { type IntegrationRow, listIntegrations, readIntegration, selectIntegrations } from "./read";
