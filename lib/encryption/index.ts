export { makeKeyImport, readKeyImport } from "./key-import";
export { importKey, withdrawKey } from "./own-key";
export { readEncryption } from "./read";
export { continueRotation } from "./rotate";
export { rotateIfDue, rotateKeys } from "./start";
