export { listDeletions, readDeletion } from "./read";
export { receiptKey } from "./receipt";
export { eraseContactData } from "./request";
export { runErasure } from "./run";
export { sweepErasures } from "./sweep";
