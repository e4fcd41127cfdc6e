export { promoteCandidate } from "./promote";
export { listTrafficSplits, readTrafficSplit } from "./read";
export { setTrafficSplit } from "./set";
export { stopTrafficSplit } from "./stop";
