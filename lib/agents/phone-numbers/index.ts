export { createPhoneNumber } from "./create";
export { deletePhoneNumber } from "./delete";
export { answersNow } from "./hours";
export { listPhoneNumbers, readPhoneNumber } from "./read";
export { canText, numbersOf, ownNumber, senderFor } from "./sender";
export { updatePhoneNumber } from "./update";
