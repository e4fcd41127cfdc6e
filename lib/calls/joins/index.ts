export { answerJoin, endJoin, type HeldJoin, readRequestedJoins, renewJoin, startJoin } from "./answer-join";
export type { JoinEnd, JoinKind, JoinRefusal } from "./join";
export { JOIN_PATH, JOIN_TIMEOUT_MS, readJoinTicket } from "./join-ticket";
export { listConnectedJoins, readJoinGateway } from "./read-joins";
export { requestJoin } from "./request-join";
