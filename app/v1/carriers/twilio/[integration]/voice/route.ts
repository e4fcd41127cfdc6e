import { signedRoute } from "@/lib/http";
import { authenticateAccount, handleInboundCall, TwilioParams } from "@/lib/outreach/carriers";

export const POST = signedRoute(
  { summary: "Receive an inbound call from Twilio", params: TwilioParams },
  { admit: authenticateAccount, verb: handleInboundCall },
);
