export { decide } from "./decide";
export { explainDecision } from "./explain";
export type { Budget, Facts } from "./facts";
export { type FactsRequest, factsFor, MAX_AT_ONCE } from "./facts-for";
export { mustAnnounce } from "./recording-rules";
