export { answerCall, ringCall } from "./answer";
export { appendUsage } from "./append-usage";
export { type CallContact, findOrCreateContact } from "./call-contact";
export { storeCallerSignature } from "./caller-signature";
export { CASE_DETAILS } from "./case-details";
export { transcriptCompression } from "./compress-transcripts";
export { CONNECT_PATH, type ConnectTicket, readConnectTicket } from "./connect-ticket";
export { isCountedCall } from "./counted-call";
export { type CheckedCall, checkCall, createCall, unknownContactError } from "./create";
export { deleteCall } from "./delete";
export { endCall } from "./end";
export { endUnansweredCall, type SystemOutcome, type UnansweredEnd } from "./end-unanswered";
export { endUnansweredCallBatch } from "./end-unanswered-batch";
export { fillAgent } from "./fill-agent";
export { finishRecordings, postponeRecording } from "./finish-recordings";
export { type InboundCall, receiveCall } from "./inbound";
export { acceptTransfer, keepTransferringCall } from "./keep-transferred-call";
export { isCallBusy } from "./lease";
export { placeLegalHold, releaseLegalHold } from "./legal-hold";
export { lockContactOfCall } from "./lock-contact-of-call";
export { maskNotes } from "./mask-notes";
export { findMaskedSpeech, type MaskedRange } from "./masked-speech";
export { acceptMessage, readExchangeSince, sendMessage } from "./message";
export { offerResumption } from "./offer-resumption";
export { type OpenedCall, openCall } from "./open-call";
export { textFieldRef } from "./outgoing-texts";
export {
  acceptParticipantMessage,
  endCallAsParticipant,
  readParticipantExchange,
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
export { type CallForCase, type CaseVariable, readCallForCase } from "./read-call-for-case";
export { readFailedCalls } from "./read-failed-calls";
export { type CallForJudge, readTranscriptForJudge } from "./read-transcript-for-judge";
export { readTransferredCall, type TransferredCall } from "./read-transferred-call";
export { reindexCalls } from "./reindex";
export { type DraftWords, replyDrafts } from "./reply-drafts";
export { readRetention } from "./retention-of-call";
export { isOnHold, type RetainedPart, retentionDays, retentionEnd } from "./retention-period";
export { searchCalls } from "./search";
export { readSensitiveNames } from "./sensitive-names";
export {
  answerSpokenCall,
  resumeSpokenCall,
  type SpokenCall,
  type SpokenLine,
  takeOverSpokenCall,
} from "./spoken-call";
export { createMessageStream, exchangeEvents, streamCallEvents, streamParticipantEvents } from "./stream";
export {
  createStreamToken,
  readStreamTicket,
  STREAM_PATH,
  type StreamTicket,
  type StreamUse,
  streamUrl,
} from "./stream-ticket";
export { beginThread, findRunningThread, type ThreadKey } from "./text-thread";
export { tickCall } from "./tick";
export type { Transfer, TransferAnswer, TransferRequest } from "./transfer";
export { type BriefingWords, composeBriefing } from "./transfer-briefing";
export {
  selectTransferTargets,
  TRANSFER_SEARCH_MS,
  type TransferTarget,
} from "./transfer-targets";
export { loadAgentModel, loadMeteredModel, loadModelOf } from "./turn-context";
export { updateCall } from "./update";
export { isUnbilled, MAX_USAGE_ENTRIES, readUsage, toUses, type UsageEntry } from "./usage";
export { createUsageMeter } from "./usage-meter";
