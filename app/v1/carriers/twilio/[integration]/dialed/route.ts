import { signedRoute } from "@/lib/http";
import { authenticateAccount, handleTransferEnded, TwilioParams } from "@/lib/outreach/carriers";

export const POST = signedRoute(
  { summary: "Continue a Twilio call after a transfer", params: TwilioParams },
  { admit: authenticateAccount, verb: handleTransferEnded },
);
