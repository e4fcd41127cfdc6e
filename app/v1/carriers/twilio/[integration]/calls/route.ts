import { signedRoute } from "@/lib/http";
import { admitTwilioCall, TwilioParams, twilioCallStatus } from "@/lib/outreach/carriers";

export const POST = signedRoute(
  { summary: "Take what became of a call at Twilio", params: TwilioParams },
  { admit: admitTwilioCall, verb: twilioCallStatus },
);
