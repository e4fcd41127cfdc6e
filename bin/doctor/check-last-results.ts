import type { LastCheck } from "@/lib/agents/integrations";
import { counted, type Finding, passed, skipped, warning } from "./finding";

const MAX_NAMED = 5;
/** Codes of findings and ids. Anything else is not shown. */
const PUBLIC = /^[a-z0-9_]{1,60}$/i;

type Input = {
  read: () => Promise<{ checks: LastCheck[]; unread: number }>;
  /** The accounts in the finding, such as "Twilio accounts". */
  label: string;
};

/** `integration_… (wrong_key)` */
function describe({ id, codes }: LastCheck): string {
  const publicCodes = codes.filter((code) => PUBLIC.test(code));
  return `${PUBLIC.test(id) ? id : "an account"}${publicCodes.length > 0 ? ` (${publicCodes.join(", ")})` : ""}`;
}

/**
 * Reports the last checks of connected accounts. They are not checked again: a check decrypts a workspace's credential,
 * is audited as that of a member, and counts against the provider's quota.
 */
export async function checkLastResults({ read, label }: Input): Promise<Finding> {
  const { checks, unread } = await read();
  const limit = unread > 0 ? `; ${counted(unread, "workspace")} beyond the limit not read` : "";
  if (checks.length === 0) return skipped(`there are no ${label}${limit}`);
  const broken = checks.filter(({ checkedAt, ok }) => checkedAt !== null && !ok);
  const unchecked = checks.filter(({ checkedAt }) => checkedAt === null).length;
  const latest = checks
    .map(({ checkedAt }) => checkedAt ?? "")
    .sort()
    .at(-1);
  const never = unchecked > 0 ? `; ${unchecked} never checked` : "";
  if (broken.length > 0)
    return warning(
      `the last check of ${broken.length} of ${checks.length} ${label} failed: ${broken.slice(0, MAX_NAMED).map(describe).join(", ")}${never}${limit}`,
      "Ask an admin of the workspace to open Integrations and check these accounts again. The page tells what to correct.",
    );
  if (unchecked > 0)
    return warning(
      `${unchecked} of ${checks.length} ${label} were never checked${limit}`,
      "Ask an admin of the workspace to open Integrations and check them.",
    );
  return passed(`${checks.length} ${label}, all last checks passed (latest ${latest?.slice(0, 10)})${limit}`);
}
