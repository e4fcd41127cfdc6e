import { signedRoute } from "@/lib/http";
import { authenticateAccount, handleAnsweredAttempt, TwilioParams } from "@/lib/outreach/carriers";

export const POST = signedRoute(
  { summary: "Handle an answered Twilio call", params: TwilioParams },
  { admit: authenticateAccount, verb: handleAnsweredAttempt },
);
