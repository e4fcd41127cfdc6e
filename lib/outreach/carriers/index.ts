export { carrierFor } from "./carrier-for";
export { carrierFindings } from "./twilio/set-up/check";
export {
  type DialRequest,
  dialFromCall,
  hangUpTelephone,
  twilioBridge,
  twilioDialed,
} from "./twilio/transfer";
export { twilioAfter, twilioAnswered, twilioCall, twilioCallStatus } from "./twilio/voice";
export { admitTwilio, admitTwilioCall, TwilioParams, twilioMessage, twilioStatus } from "./twilio/webhook";
