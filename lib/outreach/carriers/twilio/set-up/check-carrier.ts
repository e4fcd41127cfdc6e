import { openCarrierAccount } from "@/lib/agents/integrations";
import { listNumbersOf } from "@/lib/agents/phone-numbers";
import { createFinding } from "@/lib/agents/providers";
import type { Finding } from "@/lib/agents/providers/schema";
import type { Ctx } from "@/lib/platform/context";
import { defaultHttpClient } from "@/lib/platform/egress";
import type { HttpFetcher } from "../rest";
import { checkAccount } from "./check-account";
import { checkPublicAddress } from "./check-address";
import { checkNumber, type WebhookUrls } from "./check-number";

/** Maximum numbers of one check; each needs a request. */
const MAX_NUMBERS = 20;

type CheckOptions = { httpClient?: HttpFetcher; baseUrl?: string | undefined };

const webhookUrlsOf = (baseUrl: string | undefined, id: string): WebhookUrls | null => {
  if (baseUrl === undefined) return null;
  const urlOf = (path: string) => `${baseUrl.replace(/(?<!\/)\/+$/, "")}/v1/carriers/twilio/${id}/${path}`;
  return { voice: urlOf("voice"), messages: urlOf("messages") };
};

/**
 * Checks all that calls and texts of an account need: the account, the installation's public address, and up
 * to twenty numbers. Changes nothing.
 */
export async function checkCarrierSetUp(
  ctx: Ctx,
  id: string,
  { httpClient = defaultHttpClient, baseUrl }: CheckOptions,
): Promise<Finding[]> {
  const account = await openCarrierAccount(ctx, id);
  if (account === undefined) return [createFinding("not_a_carrier", null)];
  if (account.environment !== "live") return [createFinding("account_in_test", null)];
  const [accountResult, addressResults] = await Promise.all([
    checkAccount(httpClient, account),
    checkPublicAddress(httpClient, baseUrl),
  ]);
  // Twilio shows the numbers only to a valid account.
  if (!accountResult.ok) return [accountResult, ...addressResults];
  const numbers = await listNumbersOf(ctx, id, MAX_NUMBERS);
  const webhookUrls = webhookUrlsOf(baseUrl, id);
  const numberResults = await Promise.all(
    numbers.map((number) => checkNumber(httpClient, account, number, webhookUrls)),
  );
  const missingNumber = numbers.length > 0 ? [] : [createFinding("account_without_number", null)];
  return [accountResult, ...addressResults, ...missingNumber, ...numberResults.flat()];
}
