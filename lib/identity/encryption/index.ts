export { continueRotation } from "./continue-rotation";
export {
  importCustomerKey,
  removeCustomerKey,
  withdrawCustomerKey,
} from "./customer-key";
export { createKeyImport, readKeyImport } from "./key-import";
export { readEncryption } from "./read";
export { rotateIfDue, rotateKeys } from "./start-rotation";
