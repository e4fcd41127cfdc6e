import { signedRoute } from "@/lib/http";
import { authenticateAccount, handleCallStatus, TwilioParams } from "@/lib/outreach/carriers";

export const POST = signedRoute(
  { summary: "Receive the status of a Twilio call", params: TwilioParams },
  { admit: authenticateAccount, verb: handleCallStatus },
);
