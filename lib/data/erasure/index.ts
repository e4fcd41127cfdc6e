export { listDeletions, readDeletion } from "./read";
export { receiptKey } from "./receipt";
export { replayErasures } from "./replay";
export { eraseContactData } from "./request";
export { runErasure } from "./run";
export { countReceiptsUnderFormerRoot, resealStoredReceipts } from "./stored-receipts";
export { sweepErasures } from "./sweep";
export { destroyWorkspace, sweepWorkspace } from "./workspace";
