export { decide } from "./decide";
export type { Budget, Facts } from "./facts";
export { type FactsRequest, factsFor, MAX_AT_ONCE } from "./facts-for";
