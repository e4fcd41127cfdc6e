export { acceptInvitation, joinWorkspace, previewInvitation } from "./accept-invitation";
export { mailAccountNotice, mailMemberNotice } from "./account-notices";
export {
  authenticate,
  isStillAuthorized,
  type Principal,
  readCurrentPrincipal,
} from "./authenticate";
export { issueBreakGlassCode } from "./break-glass";
export { checkMemberAccess } from "./check-member-access";
export {
  hasSecureCookies,
  SESSION_COOKIE,
  SESSION_TTL_S,
  sessionSecret,
} from "./cookie";
export {
  type CreatedWorkspace,
  type CreateWorkspaceOptions,
  createWorkspace,
} from "./create-workspace";
export { type InitResult, initializeInstallation } from "./init";
export { listMemberNames } from "./member-names";
export { type Person, readPerson } from "./memberships";
export { identifyBrowser } from "./new-browser";
export { isSameOrigin } from "./origin";
export { endOwnSession, endOwnSessions, listOwnSessions } from "./own-sessions";
export { changePassword } from "./password/change";
export {
  createResetLink,
  mailPasswordReset,
  requestPasswordReset,
} from "./password/request-reset";
export { resetPassword } from "./password/reset";
export { readAccount } from "./read-account";
export { sanitizeRedirectPath } from "./redirect-path";
export { missingScopeError } from "./request-scope";
export {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "./second-factor/manage";
export { countSecondFactorsUnderFormerRoot, resealSecondFactors } from "./second-factor/reseal-root";
export {
  endAllSessions,
  endPasswordSessions,
  endSession,
  listSessions,
  type OpenedSession,
  openSession,
} from "./sessions";
export { type SignInInput, type SignInResult, signIn } from "./sign-in";
export { signOut } from "./sign-out";
export { signInBySso } from "./sso-sign-in";
export {
  addStaff,
  auditStaffView,
  endOwnTicket,
  endStaffSession,
  enterByTicket,
  listOwnTickets,
  listStaff,
  readStaffSession,
  readStaffToken,
  removeStaff,
  requestTicket,
  type StaffSession,
  setPasswordByStaffLink,
  signInStaff,
  staffCookieHeader,
} from "./staff";
export { checkPassword, type NewUser, newMember, newUser } from "./users";
