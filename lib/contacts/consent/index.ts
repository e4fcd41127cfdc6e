export {
  type ConsentReader,
  groupConsentStates,
  readCurrentConsents,
  selectCurrentConsents,
  unknownConsents,
} from "./current-consents";
export { type ConsentEntry, findConsentAt } from "./find-consent-at";
export { type Keyword, keywordOf } from "./keyword";
export {
  buildConsentRows,
  type ConsentOrigin,
  type ConsentRow,
  insertConsentStatements,
  insertConsents,
} from "./ledger";
export { type OptOut, optOutStatements, undoOptOutStatements } from "./opt-out";
export { listLedger, readEntry, toConsent } from "./read-ledger";
export { resealLedger } from "./reseal";
export {
  liftStatement,
  mergeSuppressions,
  readSuppressions,
  type SuppressionInput,
  selectSuppressedElsewhere,
  selectSuppressions,
  suppressStatement,
} from "./suppressions";
