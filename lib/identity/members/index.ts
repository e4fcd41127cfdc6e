export { changeRole } from "./change-role";
export { normalizeEmail } from "./email";
export { isMember, listMembers, readMember } from "./read";
export { removeMember } from "./remove";
export { transferOwnership } from "./transfer";
