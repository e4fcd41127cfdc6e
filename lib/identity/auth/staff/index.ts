export { addStaff, listStaff, removeStaff } from "./accounts";
export { auditStaffView } from "./audit-view";
export {
  endStaffSession,
  readStaffSession,
  readStaffToken,
  type StaffSession,
  staffCookieHeader,
} from "./sessions";
export { setPasswordByStaffLink, signInStaff } from "./sign-in";
export {
  endOwnTicket,
  enterByTicket,
  listOwnTickets,
  requestTicket,
} from "./tickets";
