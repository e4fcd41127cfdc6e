import { parseArgs } from "node:util";
import { createResetLink, removeSecondFactor } from "@/lib/identity/auth";
import { type Clock, iso, systemClock } from "@/lib/platform/clock";

const USAGE = "Usage: npm run password-reset -- <e-mail address> [--remove-second-factor]";
const OPTIONS = { "remove-second-factor": { type: "boolean" } } as const;

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch {
    throw new Error(USAGE);
  }
}

/**
 * Creates a password reset link for the given account, and turns off its second factor if requested. Throws an error of
 * one line for wrong usage or an unknown account.
 */
export async function runResetCommand(args: readonly string[], clock: Clock = systemClock): Promise<string> {
  const { positionals, values } = parseOptions(args);
  const [email, ...extra] = positionals;
  if (email === undefined || extra.length > 0) throw new Error(USAGE);
  const now = iso(clock.now());
  const link = await createResetLink(email, now);
  if (values["remove-second-factor"] === true) await removeSecondFactor(email, "npm-run-password-reset", now);
  return link;
}
