export { authenticate, currentSession, type Principal, stillValid } from "./authenticate";
export { giveBreakGlass } from "./break-glass";
export { SESSION_COOKIE, SESSION_SECONDS, secureCookies, sessionSecret } from "./cookie";
export { type Founded, type Founding, foundWorkspace } from "./found";
export { type Initialized, initialize } from "./init";
export { acceptInvitation, joinWorkspace, lookAtInvitation } from "./invitation";
export { memberNames } from "./member-names";
export { type Person, readPerson } from "./memberships";
export { browserOf } from "./new-browser";
export { mailMember, mailNotice } from "./notices";
export { isSamePage } from "./origin";
export { readAccount } from "./own-account";
export { ownPath } from "./own-path";
export { endOwnSession, endOwnSessions, listOwnSessions, switchSession } from "./own-sessions";
export { changePassword } from "./password/change";
export { mailReset, makeResetLink, requestReset } from "./password/request-reset";
export { resetPassword } from "./password/reset";
export {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "./second-factor/manage";
export {
  endAllSessions,
  endPasswordSessions,
  endSession,
  listSessions,
  type OpenedSession,
  openSession,
} from "./sessions";
export { type SignedIn, type SignIn, signIn } from "./sign-in";
export { signOut } from "./sign-out";
export { signInBySso } from "./sso-sign-in";
export {
  addStaff,
  askTicket,
  endStaffSession,
  enterByTicket,
  giveBackTicket,
  listStaff,
  noteViewed,
  ownTickets,
  removeStaff,
  type StaffSession,
  signInStaff,
  staffCookie,
  staffSession,
  staffTokenOf,
  useStaffLink,
} from "./staff";
export { checkPassword, type NewUser, newMember, newUser } from "./users";
