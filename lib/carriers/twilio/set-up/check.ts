import { mutate } from "@/lib/audit";
import type { Ctx } from "@/lib/context";
import { egress } from "@/lib/egress";
import { env } from "@/lib/env";
import { carrierAccount, readIntegration } from "@/lib/integrations";
import type { Finding, IntegrationCheck } from "@/lib/integrations/schema";
import { numbersOf } from "@/lib/phone-numbers";
import type { Out } from "../rest";
import { accountFinding } from "./account";
import { addressFindings } from "./address";
import { fine, wrong } from "./finding";
import { type Addresses, numberFindings } from "./number";

/** Numbers that one check looks at; each is a request. */
const MOST_NUMBERS = 20;

type Given = { out?: Out; base?: string | undefined };

const addressesOf = (base: string | undefined, id: string): Addresses | null => {
  if (base === undefined) return null;
  const at = (path: string) => `${base.replace(/(?<!\/)\/+$/, "")}/v1/carriers/twilio/${id}/${path}`;
  return { voice: at("voice"), messages: at("messages") };
};

async function look(ctx: Ctx, id: string, { out = egress, base }: Given): Promise<Finding[]> {
  const account = await carrierAccount(ctx, id);
  if (account === undefined)
    return [fine("nothing_to_check", "This is no carrier's account: there is nothing to check.")];
  if (account.environment !== "live")
    return [
      wrong(
        "test_account",
        "The account is connected to the test environment, which reaches nobody. Connect it to the live one.",
      ),
    ];
  const [known, where] = await Promise.all([accountFinding(out, account), addressFindings(out, base)]);
  // Whom Twilio does not know it tells nothing of numbers.
  if (!known.ok) return [known, ...where];
  const numbers = await numbersOf(ctx, id, MOST_NUMBERS);
  const addresses = addressesOf(base, id);
  const each = await Promise.all(numbers.map((number) => numberFindings(out, account, number, addresses)));
  const none =
    numbers.length > 0
      ? []
      : [
          wrong(
            "no_number",
            "No number of this account is connected. Add one under Settings → Phone numbers.",
          ),
        ];
  return [known, ...where, ...none, ...each.flat()];
}

/**
 * Looks at everything that calls and texts by an account need: the account itself, the address of this place, and each
 * number, at most twenty. Nothing is changed; that it was asked is audited. Throws `not_found`.
 */
export async function checkIntegration(
  ctx: Ctx,
  id: string,
  given: Given = { base: env.PARLEY_BASE_URL },
): Promise<IntegrationCheck> {
  await readIntegration(ctx, id);
  const findings = await look(ctx, id, given);
  const ok = findings.every((finding) => finding.ok);
  const codes = findings.filter((finding) => !finding.ok).map(({ code }) => code);
  await mutate(ctx, async () => ({
    result: undefined,
    audit: { action: "integration.checked", target: id, after: { ok, codes } },
  }));
  return { integration_id: id, ok, findings };
}
