export { authenticate, type Principal, stillValid } from "./authenticate";
export { type Founded, type Founding, foundWorkspace } from "./found";
export { type Initialized, initialize } from "./init";
export {
  endAllSessions,
  endSession,
  listSessions,
  type OpenedSession,
  openSession,
  type SessionView,
} from "./sessions";
export { checkPassword, type NewUser, newMember, newUser } from "./users";
