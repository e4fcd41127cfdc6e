export { beginPlanned, planThread } from "./begin";
export { hearText } from "./hear";
export type { InboundText } from "./held";
export { receiveHeld, receiveText } from "./receive";
export { type TextNews, textSaid } from "./said";
export { sendText } from "./send";
export { sweepTexts } from "./sweep";
export { takeText } from "./take";
