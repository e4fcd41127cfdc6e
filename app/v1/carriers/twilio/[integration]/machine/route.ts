import { signedRoute } from "@/lib/http";
import { authenticateAccount, handleMachineDetection, TwilioParams } from "@/lib/outreach/carriers";

export const POST = signedRoute(
  { summary: "Receive the result of Twilio's answering machine detection", params: TwilioParams },
  { admit: authenticateAccount, verb: handleMachineDetection },
);
