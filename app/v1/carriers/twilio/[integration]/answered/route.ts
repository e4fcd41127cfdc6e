import { signedRoute } from "@/lib/http";
import { admitTwilioCall, TwilioParams, twilioAnswered } from "@/lib/outreach/carriers";

export const POST = signedRoute(
  { summary: "Go on with somebody who has answered at Twilio", params: TwilioParams },
  { admit: admitTwilioCall, verb: twilioAnswered },
);
