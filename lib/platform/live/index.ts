export { closeHub, subscribe } from "./hub";
export { type LiveEventKind, notify, notifyExpression } from "./notify";
