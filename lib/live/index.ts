export { closeHub, subscribe } from "./hub";
export { type Kind, notify } from "./notify";
