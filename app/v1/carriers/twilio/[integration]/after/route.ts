import { signedRoute } from "@/lib/http";
import { admitTwilioCall, TwilioParams, twilioAfter } from "@/lib/outreach/carriers";

export const POST = signedRoute(
  { summary: "Go on with a call at Twilio whose stream has ended", params: TwilioParams },
  { admit: admitTwilioCall, verb: twilioAfter },
);
