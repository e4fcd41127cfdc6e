export { admitVersion, freezeDraft, lockAgentToDeploy, writeDeployedAgent } from "./admit-version";
export { archiveAgent } from "./archive";
export { auditView as agentAuditView } from "./audit-view";
export { createAgent } from "./create";
export { deployAgent } from "./deploy";
export { isRunning, readCandidate } from "./deploy-candidate";
export { previewDeploy } from "./deploy-preview";
export { digestOf } from "./digest";
export { duplicateAgent } from "./duplicate";
export {
  type AgentForCall,
  type AgentForCalls,
  readAgentForCall,
  readAgentForCalls,
  readMarks,
  selectAgentForCall,
  versionsForCalls,
} from "./for-call";
export { type AgentForSuite, readAgentForSuite } from "./for-suite";
export { fillPlaceholders } from "./placeholders";
export { type AgentRow, listAgents, readAgent, readAgentRow, toAgent } from "./read";
export { reindexJob } from "./reindex-job";
export { searchAgents } from "./search";
export type { SplitCaller } from "./select-arm";
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
