export { type AuditCheck, verifyAuditFile } from "./audit-file";
export { MAX_FILE_BYTES, parseVerifiable, type VerifiableFile } from "./parse-file";
export { type ReceiptCheck, verifyReceipt } from "./receipt.mjs";
export { importPublicKeys, type PublicKey } from "./signatures.mjs";
