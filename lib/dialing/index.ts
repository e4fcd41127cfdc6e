export { type AttemptStatements, attemptStatements } from "./attempts";
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
export type { Planned } from "./planned";
