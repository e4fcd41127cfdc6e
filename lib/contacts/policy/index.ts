export { decidePolicy } from "./decide-policy";
export { explainDecision } from "./explain-decision";
export type { Budget, Facts } from "./facts";
export { capsFor, hoursRules, readRegion, recordingRule } from "./legal-basis";
export { type FactsRequest, loadFacts, MAX_CONTACTS } from "./load-facts";
export { isAnnouncementRequired } from "./recording-rules";
