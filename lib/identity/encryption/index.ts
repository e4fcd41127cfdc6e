export { continueRotation } from "./continue-rotation";
export {
  importCustomerKey,
  removeCustomerKey,
  withdrawCustomerKey,
} from "./customer-key";
export { createKeyImport, readKeyImport } from "./key-import";
export { readEncryption } from "./read";
export { countUnderFormerRoot, resealWorkspaceUnderRoot } from "./reseal-root";
export { rotateIfDue, rotateKeys } from "./start-rotation";
