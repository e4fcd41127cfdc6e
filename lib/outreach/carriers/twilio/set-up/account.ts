import { z } from "zod";
import { type CarrierAccount, fine, wrong } from "@/lib/agents/integrations";
import type { Finding } from "@/lib/agents/integrations/schema";
import { askAt, type Out, parsed } from "../rest";

const Account = z.object({ status: z.string(), type: z.string().default("Full") });

const AWAY =
  "Twilio could not be asked just now. Check again in a moment; if that stays so, let this machine reach api.twilio.com.";

/** Whether Twilio knows the account and its token, and lets it call. Source: twilio.com/docs/iam/api/account. */
export async function accountFinding(out: Out, account: CarrierAccount): Promise<Finding> {
  try {
    const response = await askAt(out, account, ".json");
    if (response.status === 401 || response.status === 403 || response.status === 404)
      return wrong(
        "wrong_credentials",
        "Twilio does not accept the account's SID with this auth token. Take both from the Twilio console, and connect the account again.",
      );
    const found = response.ok ? await parsed(Account, response) : null;
    if (found === null) return wrong("carrier_away", AWAY);
    if (found.status !== "active")
      return wrong(
        "account_not_active",
        "The account is suspended or closed at Twilio. Settle that in the Twilio console.",
      );
    return found.type === "Trial"
      ? fine(
          "trial_account",
          "Twilio knows the account. It is a trial: it calls and texts only numbers that were verified there.",
        )
      : fine("account", "Twilio knows the account.");
  } catch {
    return wrong("carrier_away", AWAY);
  }
}
