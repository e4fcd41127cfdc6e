export { readAttributes } from "./attributes";
export { addConsent, listConsents, readConsent } from "./consents";
export { createContact } from "./create";
export { deleteContact } from "./delete";
export { contactsFor, type FoundContact, findContact, refOf } from "./find";
export { holdContact, releaseContact } from "./legal-hold";
export { nameHashes } from "./name";
export {
  NUMBER_PROBLEMS,
  type NumberAnswer,
  type NumberProblem,
  type ParsedNumber,
  parseNumber,
} from "./number";
export { listContacts, readContact } from "./read";
export { healContact, rekeyContact } from "./rekey";
export { contactPlace } from "./row";
export { liftSuppression, suppressContact } from "./suppression";
export { updateContact } from "./update";
export { type KnownPerson, type UpsertedContact, upsertContacts } from "./upsert";
