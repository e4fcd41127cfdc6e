import { createHmac } from "node:crypto";
import { emailKey } from "@/lib/identity/members";
import { AppError } from "@/lib/platform/errors";
import { addressKey, LIMITS, take } from "@/lib/platform/limits";
import { sessionSecret } from "../cookie";
import { throttle } from "../throttle";
import { checkStaffPassword, setStaffPassword } from "./accounts";
import { openStaffSession } from "./sessions";

type From = { address: string | null; now: string };

type Window = ReturnType<typeof take>;

const ofAddress = (address: string | null): Window =>
  take(`sign-in-address:${addressKey(address)}`, LIMITS.signInAddress);

function ofAccount(email: string): Window {
  const key = createHmac("sha256", sessionSecret()).update(`staff ${email}`).digest("base64url");
  return take(`sign-in-account:${key}`, LIMITS.signInAccount);
}

/**
 * Opens a session for somebody of the staff; answers the cookie's token. The same refusal for a wrong password, an
 * unknown and a shut account. As for members attempts count, right ones too, by account whether there is one or not, and
 * by address.
 */
export async function signInStaff(
  given: { email: string; password: string },
  { address, now }: From,
): Promise<string> {
  await throttle(ofAddress(address), ofAccount(emailKey(given.email)));
  const staffId = await checkStaffPassword(given.email, given.password);
  if (staffId === null) throw new AppError("forbidden", "The address or the password is not right.");
  return openStaffSession(staffId, address, now);
}

/** Sets the password by a one-time link, once. */
export async function useStaffLink(
  given: { token: string; password: string },
  { address, now }: From,
): Promise<void> {
  // A token is not guessed; a window for all who follow a link would let one of them keep the others out.
  await throttle(ofAddress(address));
  if (await setStaffPassword(given.token, given.password, now)) return;
  throw new AppError("forbidden", "This link was used or has run out. Ask for a new one.");
}
