import { signedIn, staffRoute } from "@/lib/http";
import { endStaffSession, signInStaff, staffCookie } from "@/lib/identity/auth";
import { StaffSignIn } from "@/lib/identity/staff/schema";

export const POST = staffRoute(
  { summary: "Sign in as staff of the operator", open: true, body: StaffSignIn, status: 204 },
  async (asked, { body }) => {
    asked.setCookie(staffCookie(await signInStaff(body, asked)));
    return undefined;
  },
);

export const DELETE = staffRoute({ summary: "Sign out as staff", status: 204 }, async (given) => {
  const asked = signedIn(given);
  await endStaffSession(asked.token, asked.now);
  asked.setCookie(staffCookie(null));
  return undefined;
});
