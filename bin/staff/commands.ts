import { z } from "zod";
import { addStaff, listStaff, removeStaff } from "@/lib/identity/auth";
import { env } from "@/lib/platform/env";
import { Complaint } from "../operator/operate";

const USAGE = `Usage: npm run staff -- <command>
  list              every account of the staff
  add <email>       a new account, or a new link for one that there is
  remove <email>    shuts the account, and ends its sessions`;

const Email = z.email().max(254);

function emailOf(text: string | undefined): string {
  const parsed = Email.safeParse(text);
  if (!parsed.success) throw new Complaint(`Tell the e-mail address of the account.\n${USAGE}`);
  return parsed.data;
}

/** Where the product's own pages are, as a browser on this machine or elsewhere reaches them. */
const origin = (): string => env.PARLEY_BASE_URL ?? `http://localhost:${env.PORT}`;

/** Does what the operator asks for; answers what to print. Throws `Complaint` for what was typed wrongly. */
export async function runStaffCommand([name, email, ...rest]: readonly string[]): Promise<string> {
  if (rest.length > 0) throw new Complaint(USAGE);
  switch (name) {
    case "list": {
      const all = await listStaff();
      return all.length === 0
        ? "There is no account."
        : all.map((one) => `${one.email}  ${one.state}`).join("\n");
    }
    case "add": {
      const token = await addStaff(emailOf(email));
      // Behind the #, so that no server and no proxy writes it into a log.
      return `The password is set here, once, within 24 hours:\n${new URL("/staff/password", origin()).href}#${token}`;
    }
    case "remove":
      if (await removeStaff(emailOf(email))) return "The account is shut.";
      throw new Complaint("There is no such account.");
    default:
      throw new Complaint(USAGE);
  }
}
