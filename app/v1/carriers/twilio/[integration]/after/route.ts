import { signedRoute } from "@/lib/http";
import { authenticateAccount, handleStreamEnded, TwilioParams } from "@/lib/outreach/carriers";

export const POST = signedRoute(
  { summary: "Continue a Twilio call whose stream has ended", params: TwilioParams },
  { admit: authenticateAccount, verb: handleStreamEnded },
);
