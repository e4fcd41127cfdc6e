export { promoteCandidate } from "./promote";
export { readTrafficSplit } from "./read";
export { setTrafficSplit } from "./set";
export { stopTrafficSplit } from "./stop";
