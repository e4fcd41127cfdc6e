import { admitTwilioCall, TwilioParams, twilioDialed } from "@/lib/carriers";
import { signedRoute } from "@/lib/http";

export const POST = signedRoute(
  { summary: "Go on with a call at Twilio that was put through", params: TwilioParams },
  { admit: admitTwilioCall, verb: twilioDialed },
);
