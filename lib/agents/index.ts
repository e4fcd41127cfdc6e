export { archiveAgent } from "./archive";
export { createAgent } from "./create";
export { deployAgent } from "./deploy";
export { duplicateAgent } from "./duplicate";
export { type AgentForCall, agentForCall, marksOf } from "./for-call";
export { listAgents, readAgent } from "./read";
export { type SensitiveMarks, sensitiveOfNewCall, sensitiveOfStoredCall } from "./sensitive";
export { updateAgent } from "./update";
export { listVersions, readVersion } from "./versions";
