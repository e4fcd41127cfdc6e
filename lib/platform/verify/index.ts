export { type AuditCheck, verifyAuditFile } from "./audit-file";
export { parseVerifiable, type VerifiableFile } from "./parse-file";
export { type ReceiptCheck, verifyReceipt } from "./receipt.mjs";
export { importPublicKeys, type PublicKey } from "./signatures.mjs";
export { MAX_FILE_BYTES } from "./values";
