import { admitTwilio, TwilioParams, twilioStatus } from "@/lib/carriers";
import { signedRoute } from "@/lib/http";

export const POST = signedRoute(
  { summary: "Take what became of a text at Twilio", params: TwilioParams },
  { admit: admitTwilio, verb: twilioStatus },
);
