export { selectCallerId } from "./caller-id";
export { createPhoneNumber } from "./create";
export { deletePhoneNumber } from "./delete";
export { isOpenNow } from "./hours";
export { listPhoneNumbers, readPhoneNumber } from "./read";
export { findAgentProblems } from "./row";
export {
  canReach,
  findOwnNumber,
  hasAgentNumberOf,
  hasNumberOf,
  listCallAccounts,
  listNumbersOf,
  selectSender,
} from "./sender";
export { updatePhoneNumber } from "./update";
