export { listSipMessages } from "./read";
export { MAX_SIP_MESSAGES } from "./row";
export { storeSipMessages } from "./store";
