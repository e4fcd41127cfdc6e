import { admitTwilioCall, TwilioParams, twilioCallStatus } from "@/lib/carriers";
import { signedRoute } from "@/lib/http";

export const POST = signedRoute(
  { summary: "Take what became of a call at Twilio", params: TwilioParams },
  { admit: admitTwilioCall, verb: twilioCallStatus },
);
