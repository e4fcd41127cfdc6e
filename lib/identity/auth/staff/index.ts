export { addStaff, listStaff, removeStaff } from "./accounts";
export { endStaffSession, type StaffSession, staffCookie, staffSession, staffTokenOf } from "./sessions";
export { signInStaff, useStaffLink } from "./sign-in";
export { askTicket, enterByTicket, giveBackTicket, ownTickets } from "./tickets";
export { noteViewed } from "./viewed";
