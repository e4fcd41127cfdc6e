import { carrierAccount, fine, wrong } from "@/lib/agents/integrations";
import type { Finding } from "@/lib/agents/integrations/schema";
import { numbersOf } from "@/lib/agents/phone-numbers";
import type { Ctx } from "@/lib/platform/context";
import { egress } from "@/lib/platform/egress";
import type { Out } from "../rest";
import { accountFinding } from "./account";
import { addressFindings } from "./address";
import { type Addresses, numberFindings } from "./number";

/** Numbers that one check looks at; each is a request. */
const MOST_NUMBERS = 20;

type Given = { out?: Out; base?: string | undefined };

const addressesOf = (base: string | undefined, id: string): Addresses | null => {
  if (base === undefined) return null;
  const at = (path: string) => `${base.replace(/(?<!\/)\/+$/, "")}/v1/carriers/twilio/${id}/${path}`;
  return { voice: at("voice"), messages: at("messages") };
};

/**
 * Looks at everything that calls and texts by an account need: the account, the address of this installation, and each
 * number, at most twenty. Changes nothing.
 */
export async function carrierFindings(
  ctx: Ctx,
  id: string,
  { out = egress, base }: Given,
): Promise<Finding[]> {
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
