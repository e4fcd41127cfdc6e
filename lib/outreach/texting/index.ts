export { addInboundText } from "./add-inbound";
export type { InboundText } from "./deferred-texts";
export { beginPlannedThread, queueThread } from "./planned-thread";
export { processInboundText } from "./process-inbound";
export { receiveDeferredTexts, receiveText } from "./receive-text";
export { sendText } from "./send-text";
export { sweepTexts } from "./sweep-texts";
export { handleTextStatus, type TextStatus } from "./text-status";
