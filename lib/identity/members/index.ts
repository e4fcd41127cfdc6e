export { changeRole } from "./change-role";
export { emailKey } from "./email";
export { isMember, listMembers, readMember } from "./read";
export { removeMember } from "./remove";
export { transferOwnership } from "./transfer";
