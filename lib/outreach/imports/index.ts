export { listImports, readImport } from "./read-import";
export { runImport } from "./run-import";
export { importContacts, importSuppressions, type SentFile } from "./start-import";
export { sweepImports } from "./sweep-imports";
