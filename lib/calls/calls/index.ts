export { answerCall, ringCall } from "./answer";
export { CONNECT_PATH, readTicket, type Ticket } from "./connect";
export { type CallContact, contactOfNumber } from "./contact";
export { type CheckedCall, checkCall, createCall, unknownContact } from "./create";
export { deleteCall } from "./delete";
export { endCall } from "./end";
export { finishRecordings } from "./finish-recordings";
export { type InboundCall, receiveCall } from "./inbound";
export { isBusy } from "./lease";
export { holdCall, releaseCall } from "./legal-hold";
export { type Masked, maskedSpeech } from "./masked-speech";
export { exchangeSince, sendMessage, takeMessage } from "./message";
export { type Missed, missCall, type SystemOutcome } from "./miss";
export { missCalls } from "./miss-many";
export {
  endAsParticipant,
  exchangeAsParticipant,
  takeAsParticipant,
} from "./participant";
export {
  checkParticipantToken,
  isMinterActive,
  isParticipantToken,
  mintParticipantToken,
  parseParticipantToken,
  requireOwnCall,
} from "./participant-token";
export { noteProviderFailure } from "./provider-failure";
export { blockCall, type OutboundCall, queueStatements } from "./queue";
export { listCalls, readCall, readCallItems, readCalls } from "./read";
export { reindexCalls } from "./reindex";
export { answerSpoken, holdSpoken, type SpokenCall, type SpokenLine } from "./spoken";
export { callEvents, exchangeEvents, messageStream, participantEvents } from "./stream";
export {
  readStreamTicket,
  STREAM_PATH,
  type StreamTicket,
  type StreamUse,
  streamAddress,
  streamToken,
} from "./stream-ticket";
export { textPlace } from "./texts";
export { beginThread, runningThread, type ThreadOf } from "./thread";
export { tickCall } from "./tick";
export type { Transfer, TransferAnswer, TransferRequest } from "./transfer";
export { updateCall } from "./update";
