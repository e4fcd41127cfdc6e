export { authenticate, currentSession, type Principal, stillValid } from "./authenticate";
export { SESSION_COOKIE, SESSION_SECONDS, secureCookies, sessionSecret } from "./cookie";
export { type Founded, type Founding, foundWorkspace } from "./found";
export { type Initialized, initialize } from "./init";
export { memberNames } from "./member-names";
export { type Person, readPerson } from "./memberships";
export { ownPath } from "./own-path";
export { endOwnSession, endOwnSessions, listOwnSessions, switchSession } from "./own-sessions";
export {
  endAllSessions,
  endSession,
  listSessions,
  type OpenedSession,
  openSession,
} from "./sessions";
export { type SignIn, signIn } from "./sign-in";
export { signOut } from "./sign-out";
export { checkPassword, type NewUser, newMember, newUser } from "./users";
