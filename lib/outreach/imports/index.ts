export { listImports, readImport } from "./read";
export { runImport } from "./run";
export { importContacts, importSuppressions, type SentFile } from "./start";
export { sweepImports } from "./sweep";
