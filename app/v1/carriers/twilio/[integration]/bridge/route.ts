import { signedRoute } from "@/lib/http";
import { authenticateAccount, handleTransferAnswered, TwilioParams } from "@/lib/outreach/carriers";

export const POST = signedRoute(
  { summary: "Connect a person to a transferred Twilio call", params: TwilioParams },
  { admit: authenticateAccount, verb: handleTransferAnswered },
);
