import { signedRoute } from "@/lib/http";
import { admitTwilio, TwilioParams, twilioMessage } from "@/lib/outreach/carriers";

export const POST = signedRoute(
  { summary: "Take a message that came in at Twilio", params: TwilioParams },
  { admit: admitTwilio, verb: twilioMessage },
);
