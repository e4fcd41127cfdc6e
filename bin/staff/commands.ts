import { z } from "zod";
import { addStaff, listStaff, removeStaff } from "@/lib/identity/auth";
import { env } from "@/lib/platform/env";
import { UsageError } from "../operator/operate";

const USAGE = `Usage: npm run staff -- <command>
  list              lists the staff accounts
  add <email>       creates an account, or a new link for an existing one
  remove <email>    disables the account and ends its sessions`;

const Email = z.email().max(254);

function parseEmail(text: string | undefined): string {
  const parsed = Email.safeParse(text);
  if (!parsed.success) throw new UsageError(`Give the e-mail address of the account.\n${USAGE}`);
  return parsed.data;
}

/** Base URL of the dashboard as browsers open it. */
const origin = (): string => env.PARLEY_BASE_URL ?? `http://localhost:${env.PORT}`;

/** Runs a staff command and returns its output. Throws `UsageError` for wrong usage. */
export async function runStaffCommand([name, email, ...extra]: readonly string[]): Promise<string> {
  if (extra.length > 0) throw new UsageError(USAGE);
  switch (name) {
    case "list": {
      const all = await listStaff();
      return all.length === 0
        ? "There are no staff accounts."
        : all.map((account) => `${account.email}  ${account.state}`).join("\n");
    }
    case "add": {
      const token = await addStaff(parseEmail(email));
      // In the fragment, so that no server and no proxy logs the token.
      return `Link to set the password, valid once and for 24 hours:\n${new URL("/staff/password", origin()).href}#${token}`;
    }
    case "remove":
      if (await removeStaff(parseEmail(email))) return "The account is disabled.";
      throw new UsageError("No staff account has this address.");
    default:
      throw new UsageError(USAGE);
  }
}
