export { type AuditEvent, type Auditor, type AuditView, mutate } from "./mutate";
