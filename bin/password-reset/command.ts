import { parseArgs } from "node:util";
import { makeResetLink, removeSecondFactor } from "@/lib/identity/auth";
import { type Clock, iso, systemClock } from "@/lib/platform/clock";

const USAGE = "Usage: npm run password-reset -- <e-mail address> [--remove-second-factor]";
const OPTIONS = { "remove-second-factor": { type: "boolean" } } as const;

function told(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch {
    throw new Error(USAGE);
  }
}

/**
 * Answers the link for the account that the arguments name, with its second factor turned off where that is asked for.
 * Throws one line for what was typed wrongly or cannot be.
 */
export async function runResetCommand(args: readonly string[], clock: Clock = systemClock): Promise<string> {
  const { positionals, values } = told(args);
  const [email, ...more] = positionals;
  if (email === undefined || more.length > 0) throw new Error(USAGE);
  const now = iso(clock.now());
  const link = await makeResetLink(email, now);
  if (values["remove-second-factor"] === true) await removeSecondFactor(email, "npm-run-password-reset", now);
  return link;
}
