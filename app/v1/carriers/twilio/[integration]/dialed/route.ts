import { signedRoute } from "@/lib/http";
import { admitTwilioCall, TwilioParams, twilioDialed } from "@/lib/outreach/carriers";

export const POST = signedRoute(
  { summary: "Go on with a call at Twilio that was put through", params: TwilioParams },
  { admit: admitTwilioCall, verb: twilioDialed },
);
