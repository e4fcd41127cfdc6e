export { carrierFor } from "./carrier-for";
export { readLiveVoiceAgent } from "./live-voice-agent";
export { sip as sipCarrier } from "./sip/carrier";
export { checkTrunk } from "./sip/check-trunk";
export { claimPlacement } from "./sip/claim-placement";
export type { DialProblem } from "./sip/dial-rules";
export { endPlacement, renewPlacement } from "./sip/end-placement";
export { isCertainlyNotPlaced } from "./sip/failover-status";
export { type Answering, findAnswering, findTrunkNumber } from "./sip/find-answering";
export { findRefusal, type TrunkRefusal } from "./sip/find-refusal";
export { type ClaimedPlacement, isHangUpDue, sipCallRef } from "./sip/placement";
export {
  claimRegistration,
  releaseRegistration,
  storeRegistrationState,
} from "./sip/registration";
export { requestPlacement, SIP_REQUESTS } from "./sip/request-placement";
export { type InviteRequest, type InviteRoute, routeInvite } from "./sip/route-invite";
export { selectCandidates } from "./sip/select-candidates";
export { selectForward } from "./sip/select-forward";
export { selectTrunkByRoute } from "./sip/select-trunk-by-route";
export { eventOfStatus } from "./sip/sip-status";
export { switchTrunk } from "./sip/switch-trunk";
export { isMediaAddressAllowed, isTrunkAddressAllowed } from "./sip/trunk-address";
export { handleMachineDetection } from "./twilio/machine-detection";
export { checkCarrierSetUp } from "./twilio/set-up/check-carrier";
export { handleStreamEnded } from "./twilio/stream-ended";
export { hangUpCarrierCall, startTransfer, type TransferRequest } from "./twilio/transfer";
export { handleTransferAnswered } from "./twilio/transfer-answered";
export { handleTransferEnded } from "./twilio/transfer-ended";
export {
  handleAnsweredAttempt,
  handleCallStatus,
  handleInboundCall,
} from "./twilio/voice";
export {
  authenticateAccount,
  authenticateWorkspace,
  handleInboundText,
  handleTextStatusCallback,
  TwilioParams,
} from "./twilio/webhook";
