export { createInvitation } from "./create";
export { mailInvitation } from "./mail";
export { listInvitations, readInvitation } from "./read";
export { renewInvitation } from "./renew";
export { emailFieldRef, selectPendingInvitations, statusOf } from "./row";
export { hashToken } from "./token";
export { withdrawInvitation } from "./withdraw";
