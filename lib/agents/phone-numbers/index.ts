export { createPhoneNumber } from "./create";
export { deletePhoneNumber } from "./delete";
export { isOpenNow } from "./hours";
export { listPhoneNumbers, readPhoneNumber } from "./read";
export {
  canReach,
  findOwnNumber,
  hasAgentNumberOf,
  hasNumberOf,
  listNumbersOf,
  selectSender,
} from "./sender";
export { updatePhoneNumber } from "./update";
