export { currentConsents, noConsent, type Reading, selectCurrentConsents, statesOf } from "./current";
export { type Keyword, keywordOf } from "./keyword";
export {
  type ConsentRow,
  consentRows,
  consentStatements,
  insertConsents,
  type Origin,
} from "./ledger";
export { type OptOut, optOutStatements, takeBackStatements } from "./opt-out";
export { listLedger, readEntry, toConsent } from "./read";
export { resealLedger } from "./reseal";
export {
  type Cause,
  joinSuppressions,
  liftStatement,
  selectSuppressedElsewhere,
  selectSuppressions,
  suppressionsOf,
  suppressStatement,
} from "./suppressions";
