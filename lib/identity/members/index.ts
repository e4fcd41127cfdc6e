export { changeRole } from "./change-role";
export { normalizeEmail } from "./email";
export { isMember, listMembers, readMember } from "./read";
export { removeMember } from "./remove";
export { searchMembers } from "./search";
export { transferOwnership } from "./transfer";
