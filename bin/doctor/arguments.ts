import { parseArgs } from "node:util";
import { z } from "zod";

export const USAGE =
  "Usage: npm run doctor -- [--json] [--mail-to=<address>] [--bundle=<file>]\n  --json     print the report as JSON\n  --mail-to  send a test message to this address\n  --bundle   write a support bundle to a new file (.json or .json.gz)";

export type DoctorArguments = { json: boolean; mailTo: string | null; bundle: string | null };

const BUNDLE_NAME = /\.json(?:\.gz)?$/;

/** Reads the arguments; null if they are wrong. */
export function readArguments(args: readonly string[]): DoctorArguments | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { json: { type: "boolean" }, "mail-to": { type: "string" }, bundle: { type: "string" } },
    });
    const { json = false, "mail-to": mailTo = null, bundle = null } = values;
    const isMailAddress = mailTo === null || z.email().safeParse(mailTo).success;
    const isBundleName = bundle === null || BUNDLE_NAME.test(bundle);
    return isMailAddress && isBundleName ? { json, mailTo, bundle } : null;
  } catch {
    return null;
  }
}
