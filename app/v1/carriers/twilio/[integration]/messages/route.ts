import { signedRoute } from "@/lib/http";
import { authenticateWorkspace, handleInboundText, TwilioParams } from "@/lib/outreach/carriers";

export const POST = signedRoute(
  { summary: "Receive an inbound text from Twilio", params: TwilioParams },
  { admit: authenticateWorkspace, verb: handleInboundText },
);
