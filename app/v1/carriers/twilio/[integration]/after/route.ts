import { admitTwilioCall, TwilioParams, twilioAfter } from "@/lib/carriers";
import { signedRoute } from "@/lib/http";

export const POST = signedRoute(
  { summary: "Go on with a call at Twilio whose stream has ended", params: TwilioParams },
  { admit: admitTwilioCall, verb: twilioAfter },
);
