export { anchorHeads } from "./anchor";
export { hasSignedHeads } from "./heads";
export { listSignedHeads } from "./list-heads";
export { listAudit } from "./read";
export { type RecordedRestore, recordRestore } from "./record-restore";
export { verifyAudit } from "./verify";
export { type AuditEvent, type Auditor, type AuditView, writeAudited } from "./write-audited";
export { writeAuditedAcross } from "./write-audited-across";
