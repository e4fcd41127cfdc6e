export { mutateAcross } from "./across";
export { anchorHeads } from "./anchor";
export { type AuditEvent, type Auditor, type AuditView, mutate } from "./mutate";
export { listAudit } from "./read";
export { verifyAudit } from "./verify";
