export { carrierFor } from "./carrier-for";
export { checkCarrierSetUp } from "./twilio/set-up/check-carrier";
export {
  handleTransferAnswered,
  handleTransferEnded,
  hangUpCarrierCall,
  startTransfer,
  type TransferRequest,
} from "./twilio/transfer";
export {
  handleAnsweredAttempt,
  handleCallStatus,
  handleInboundCall,
  handleStreamEnded,
} from "./twilio/voice";
export {
  authenticateAccount,
  authenticateWorkspace,
  handleInboundText,
  handleTextStatusCallback,
  TwilioParams,
} from "./twilio/webhook";
