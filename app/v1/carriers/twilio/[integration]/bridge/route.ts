import { signedRoute } from "@/lib/http";
import { admitTwilioCall, TwilioParams, twilioBridge } from "@/lib/outreach/carriers";

export const POST = signedRoute(
  { summary: "Let somebody in who takes a call over at Twilio", params: TwilioParams },
  { admit: admitTwilioCall, verb: twilioBridge },
);
