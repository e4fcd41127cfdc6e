export { authenticate, currentSession, type Principal, stillValid } from "./authenticate";
export { type Founded, type Founding, foundWorkspace } from "./found";
export { type Initialized, initialize } from "./init";
export { type Person, readPerson } from "./memberships";
export { endOwnSession, endOwnSessions, listOwnSessions, switchSession } from "./own-sessions";
export {
  endAllSessions,
  endSession,
  listSessions,
  type OpenedSession,
  openSession,
} from "./sessions";
export { type SignIn, signIn } from "./sign-in";
export { checkPassword, type NewUser, newMember, newUser } from "./users";
