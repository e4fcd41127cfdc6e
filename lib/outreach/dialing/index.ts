export { type Attempt, findAttempt } from "./attempt";
export { type AttemptStatements, attemptStatements, contactChannel } from "./attempt-statements";
export type {
  Carrier,
  CarrierEvent,
  CarrierEventType,
  CarrierFor,
  ContactChannel,
  FindAnswer,
  HangUpAnswer,
  LimitRequest,
  PlaceAnswer,
  PlaceRequest,
  RefusalKind,
  TextRequest,
} from "./carrier";
export { handleCarrierEvent } from "./carrier-event";
export { followAttempt } from "./follow-attempt";
export { placeJobs } from "./jobs";
export { placeAttempts } from "./place-attempts";
export { placeCallback } from "./place-callback";
export { readPlaceRequest } from "./place-request";
export type { PlannedAttempt } from "./planned-attempt";
export { readAttemptOfCall } from "./read-attempt";
export { startCall } from "./start-call";
export { sweepAttempts } from "./sweep-attempts";
