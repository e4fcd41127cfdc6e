import { createHmac } from "node:crypto";
import { AppError } from "@/lib/errors";
import { addressKey, LIMITS, take } from "@/lib/limits";
import { emailKey } from "@/lib/members";
import { sessionSecret } from "../cookie";
import { checkStaffPassword, setStaffPassword } from "./accounts";
import { openStaffSession } from "./sessions";

type From = { address: string | null; now: string };

/** As for members: attempts count, right ones too, by account whether there is one or not, and by address. */
async function throttle(account: string, address: string | null): Promise<void> {
  const key = createHmac("sha256", sessionSecret()).update(`staff ${account}`).digest("base64url");
  const decisions = await Promise.all([
    take(`sign-in-address:${addressKey(address)}`, LIMITS.signInAddress),
    take(`sign-in-account:${key}`, LIMITS.signInAccount),
  ]);
  const full = decisions.filter(({ admitted }) => !admitted);
  if (full.length === 0) return;
  const waitS = Math.max(...full.map(({ resetS }) => resetS));
  throw new AppError("rate_limited", `Too many attempts. Wait ${waitS} s and try again.`, {
    retryAfterS: waitS,
  });
}

/**
 * Opens a session for somebody of the staff; answers the cookie's token. The same refusal for a wrong password, an
 * unknown and a shut account.
 */
export async function signInStaff(
  given: { email: string; password: string },
  { address, now }: From,
): Promise<string> {
  await throttle(emailKey(given.email), address);
  const staffId = await checkStaffPassword(given.email, given.password);
  if (staffId === null) throw new AppError("forbidden", "The address or the password is not right.");
  return openStaffSession(staffId, address, now);
}

/** Sets the password by a one-time link, once. */
export async function useStaffLink(
  given: { token: string; password: string },
  { address, now }: From,
): Promise<void> {
  await throttle("link", address);
  if (await setStaffPassword(given.token, given.password, now)) return;
  throw new AppError("forbidden", "This link was used or has run out. Ask for a new one.");
}
