export { createPhoneNumber } from "./create";
export { deletePhoneNumber } from "./delete";
export { listPhoneNumbers, readPhoneNumber } from "./read";
export { canText, ownNumber, senderFor } from "./sender";
export { updatePhoneNumber } from "./update";
