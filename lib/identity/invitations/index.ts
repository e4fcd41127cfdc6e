export { createInvitation } from "./create";
export { mailInvitation } from "./mail";
export { listInvitations, readInvitation } from "./read";
export { renewInvitation } from "./renew";
export { emailPlace, pending, statusOf } from "./row";
export { tokenHash } from "./token";
export { withdrawInvitation } from "./withdraw";
