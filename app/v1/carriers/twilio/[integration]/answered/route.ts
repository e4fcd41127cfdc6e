import { admitTwilioCall, TwilioParams, twilioAnswered } from "@/lib/carriers";
import { signedRoute } from "@/lib/http";

export const POST = signedRoute(
  { summary: "Go on with somebody who has answered at Twilio", params: TwilioParams },
  { admit: admitTwilioCall, verb: twilioAnswered },
);
