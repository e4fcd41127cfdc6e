export { archiveAgent } from "./archive";
export { createAgent } from "./create";
export { deployAgent } from "./deploy";
export { previewDeploy } from "./deploy-preview";
export { digestOf } from "./digest";
export { duplicateAgent } from "./duplicate";
export { type AgentForCall, readAgentForCall, readMarks } from "./for-call";
export { type AgentForSuite, readAgentForSuite } from "./for-suite";
export { fillPlaceholders } from "./placeholders";
export { listAgents, readAgent } from "./read";
export { reindexJob } from "./reindex-job";
export { searchAgents } from "./search";
export { type SensitiveMarks, sensitiveOfNewCall, sensitiveOfStoredCall } from "./sensitive";
export {
  agentConfigDocument,
  agentPolicyDocument,
  type MaskedConfig,
  type MaskedPolicy,
  maskedConfigDocument,
  maskedPolicyDocument,
} from "./stored-documents";
export { updateAgent } from "./update";
export { listVersions, readVersion } from "./versions";
