import { z } from "zod";
import type { CarrierAccount } from "@/lib/agents/integrations";
import { createFinding } from "@/lib/agents/providers";
import type { Finding } from "@/lib/agents/providers/schema";
import { type HttpFetcher, parseJson, requestTwilioAt } from "../rest";

const Account = z.object({ status: z.string(), type: z.string().default("Full") });

/**
 * Checks whether Twilio accepts the account and its token, and lets it call. Source:
 * twilio.com/docs/iam/api/account.
 */
export async function checkAccount(httpClient: HttpFetcher, account: CarrierAccount): Promise<Finding> {
  try {
    const response = await requestTwilioAt(httpClient, account, ".json");
    if (response.status === 401 || response.status === 403 || response.status === 404)
      return createFinding("account_refused", null);
    const twilioAccount = response.ok ? await parseJson(Account, response) : null;
    if (twilioAccount === null) return createFinding("twilio_unreachable", null);
    if (twilioAccount.status !== "active") return createFinding("account_inactive", null);
    return twilioAccount.type === "Trial"
      ? createFinding("account_trial", null)
      : createFinding("account_accepted", null);
  } catch {
    return createFinding("twilio_unreachable", null);
  }
}
