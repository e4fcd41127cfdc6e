import { signedRoute } from "@/lib/http";
import { admitTwilioCall, TwilioParams, twilioCall } from "@/lib/outreach/carriers";

export const POST = signedRoute(
  { summary: "Take a call that came in at Twilio", params: TwilioParams },
  { admit: admitTwilioCall, verb: twilioCall },
);
