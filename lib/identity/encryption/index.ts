export { makeKeyImport, readKeyImport } from "./key-import";
export { importKey, leaveOwnKey, withdrawKey } from "./own-key";
export { readEncryption } from "./read";
export { continueRotation } from "./rotate";
export { rotateIfDue, rotateKeys } from "./start";
