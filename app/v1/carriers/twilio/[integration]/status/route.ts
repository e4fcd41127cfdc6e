import { signedRoute } from "@/lib/http";
import { admitTwilio, TwilioParams, twilioStatus } from "@/lib/outreach/carriers";

export const POST = signedRoute(
  { summary: "Take what became of a text at Twilio", params: TwilioParams },
  { admit: admitTwilio, verb: twilioStatus },
);
