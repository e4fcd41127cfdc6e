export { createBackup } from "./create";
export { findKeyBackup, restoreBackup } from "./restore";
