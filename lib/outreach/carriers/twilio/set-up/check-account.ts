import { z } from "zod";
import type { CarrierAccount } from "@/lib/agents/integrations";
import { failedFinding, passedFinding } from "@/lib/agents/providers";
import type { Finding } from "@/lib/agents/providers/schema";
import { type HttpFetcher, parseJson, requestTwilioAt } from "../rest";

const Account = z.object({ status: z.string(), type: z.string().default("Full") });

const UNAVAILABLE_MESSAGE =
  "Twilio could not be reached. Check again in a moment. If this continues, make sure that this machine can reach api.twilio.com.";

/**
 * Checks whether Twilio accepts the account and its token, and lets it call. Source:
 * twilio.com/docs/iam/api/account.
 */
export async function checkAccount(httpClient: HttpFetcher, account: CarrierAccount): Promise<Finding> {
  try {
    const response = await requestTwilioAt(httpClient, account, ".json");
    if (response.status === 401 || response.status === 403 || response.status === 404)
      return failedFinding(
        "wrong_credentials",
        "Twilio does not accept the account's SID with this auth token. Copy both from the Twilio console, and connect the account again.",
      );
    const twilioAccount = response.ok ? await parseJson(Account, response) : null;
    if (twilioAccount === null) return failedFinding("carrier_away", UNAVAILABLE_MESSAGE);
    if (twilioAccount.status !== "active")
      return failedFinding(
        "account_not_active",
        "The account is suspended or closed at Twilio. Resolve this in the Twilio console.",
      );
    return twilioAccount.type === "Trial"
      ? passedFinding(
          "trial_account",
          "Twilio accepts the account. It is a trial account: it can call and text only verified numbers.",
        )
      : passedFinding("account", "Twilio accepts the account.");
  } catch {
    return failedFinding("carrier_away", UNAVAILABLE_MESSAGE);
  }
}
