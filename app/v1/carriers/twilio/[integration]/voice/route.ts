import { admitTwilioCall, TwilioParams, twilioCall } from "@/lib/carriers";
import { signedRoute } from "@/lib/http";

export const POST = signedRoute(
  { summary: "Take a call that came in at Twilio", params: TwilioParams },
  { admit: admitTwilioCall, verb: twilioCall },
);
