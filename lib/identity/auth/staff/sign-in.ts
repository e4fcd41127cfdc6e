import { createHmac } from "node:crypto";
import { normalizeEmail } from "@/lib/identity/members";
import { AppError } from "@/lib/platform/errors";
import { addressKey, LIMITS, take } from "@/lib/platform/limits";
import { sessionSecret } from "../cookie";
import { throttle } from "../throttle";
import { checkStaffPassword, setStaffPassword } from "./accounts";
import { openStaffSession } from "./sessions";

type RequestOrigin = { address: string | null; now: string };

type Window = ReturnType<typeof take>;

const countByAddress = (address: string | null): Window =>
  take(`sign-in-address:${addressKey(address)}`, LIMITS.signInAddress);

function countByAccount(email: string): Window {
  const key = createHmac("sha256", sessionSecret()).update(`staff ${email}`).digest("base64url");
  return take(`sign-in-account:${key}`, LIMITS.signInAccount);
}

/**
 * Opens a staff session. Returns the cookie's token. The error is the same for a wrong password, an unknown
 * and a disabled account. As for members, every attempt is counted by client address and by account, existing
 * or not.
 */
export async function signInStaff(
  input: { email: string; password: string },
  { address, now }: RequestOrigin,
): Promise<string> {
  await throttle(countByAddress(address), countByAccount(normalizeEmail(input.email)));
  const staffId = await checkStaffPassword(input.email, input.password);
  if (staffId === null) throw new AppError("staff_sign_in_wrong");
  return openStaffSession(staffId, address, now);
}

/** Sets the password by a one-time link. */
export async function setPasswordByStaffLink(
  input: { token: string; password: string },
  { address, now }: RequestOrigin,
): Promise<void> {
  // Counted by address only: a token cannot be guessed, and a shared limit would let one person block others.
  await throttle(countByAddress(address));
  if (await setStaffPassword(input.token, input.password, now)) return;
  throw new AppError("staff_link_not_usable");
}
