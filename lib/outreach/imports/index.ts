export { previewImport } from "./preview-import";
export { listImports, readImport } from "./read-import";
export { readRejectedRows } from "./read-rejected";
export { runImport } from "./run-import";
export { importContacts, importSuppressions, type SentFile } from "./start-import";
export { sweepImports } from "./sweep-imports";
