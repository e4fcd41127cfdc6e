export { closeHub, subscribe } from "./hub";
export { type Kind, notified, notify } from "./notify";
