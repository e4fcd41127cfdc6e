export { carrierFor } from "./carrier-for";
export { converseInDemo } from "./simulator/demo/converse";
export { fillDemo } from "./simulator/demo/fill";
export { simulateCall } from "./simulator/simulate";
export { admitTwilio, TwilioParams, twilioMessage, twilioStatus } from "./twilio/webhook";
