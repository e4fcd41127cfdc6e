import { signedRoute } from "@/lib/http";
import { authenticateWorkspace, handleTextStatusCallback, TwilioParams } from "@/lib/outreach/carriers";

export const POST = signedRoute(
  { summary: "Receive the status of a Twilio text", params: TwilioParams },
  { admit: authenticateWorkspace, verb: handleTextStatusCallback },
);
