import { admitTwilio, TwilioParams, twilioMessage } from "@/lib/carriers";
import { signedRoute } from "@/lib/http";

export const POST = signedRoute(
  { summary: "Take a message that came in at Twilio", params: TwilioParams },
  { admit: admitTwilio, verb: twilioMessage },
);
