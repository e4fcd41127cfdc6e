export { carrierFor } from "./carrier-for";
export { handleMachineDetection } from "./twilio/machine-detection";
export { checkCarrierSetUp } from "./twilio/set-up/check-carrier";
export { handleStreamEnded } from "./twilio/stream-ended";
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
} from "./twilio/voice";
export {
  authenticateAccount,
  authenticateWorkspace,
  handleInboundText,
  handleTextStatusCallback,
  TwilioParams,
} from "./twilio/webhook";
