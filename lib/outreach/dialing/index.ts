export { type Attempt, findAttempt } from "./attempt";
export { type AttemptStatements, attemptStatements, contactChannel } from "./attempts";
export { takeCallback } from "./callback";
export type {
  Carrier,
  CarrierEvent,
  CarrierEventType,
  CarrierFor,
  ContactChannel,
  FindAnswer,
  HangUpAnswer,
  PlaceAnswer,
  PlaceRequest,
  RefusalKind,
  TextRequest,
} from "./carrier";
export { followAttempt } from "./follow";
export { placeJobs } from "./jobs";
export { placeAttempts } from "./place";
export type { Planned } from "./planned";
export { carrierSaid } from "./said";
export { startCall } from "./start";
export { sweepAttempts } from "./sweep";
