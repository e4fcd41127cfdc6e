export { contactsFor, type FoundContact, findContact } from "./find";
export {
  NUMBER_PROBLEMS,
  type NumberAnswer,
  type NumberProblem,
  type ParsedNumber,
  parseNumber,
} from "./number";
export { type ContactInsert, contactPlace, contactRow, insertContacts } from "./row";
