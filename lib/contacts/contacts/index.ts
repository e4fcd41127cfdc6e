export { readAttributes } from "./attributes";
export { addConsent, listConsents, readConsent } from "./consents";
export { createContact } from "./create";
export { deleteContact } from "./delete";
export {
  type FoundOrCreatedContact,
  findContact,
  findOrCreateContactsByNumber,
  parseContactRef,
} from "./find-contacts";
export { placeLegalHold, releaseLegalHold } from "./legal-hold";
export { hashNameWords } from "./name-hashes";
export {
  isPremiumRate,
  NUMBER_PROBLEMS,
  type NumberProblem,
  type NumberResult,
  type ParsedNumber,
  parseNumber,
} from "./phone-number";
export { listContacts, readContact, readContacts } from "./read";
export { clearUnreadableFields, rekeyContact } from "./rekey";
export { contactFieldRef } from "./row";
export { searchContacts } from "./search";
export { hashPossibleNumbers } from "./search-filter";
export { liftSuppression, suppressContact } from "./suppression";
export { updateContact } from "./update";
export { type ContactInput, type UpsertedContact, upsertContacts } from "./upsert";
