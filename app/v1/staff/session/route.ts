import { signedIn, staffRoute } from "@/lib/http";
import { endStaffSession, signInStaff, staffCookieHeader } from "@/lib/identity/auth";
import { StaffSignIn } from "@/lib/identity/staff/schema";

export const POST = staffRoute(
  { summary: "Sign in as operator staff", open: true, body: StaffSignIn, status: 204 },
  async (request, { body }) => {
    request.setCookie(staffCookieHeader(await signInStaff(body, request)));
    return undefined;
  },
);

export const DELETE = staffRoute({ summary: "Sign out as staff", status: 204 }, async (request) => {
  const staffRequest = signedIn(request);
  await endStaffSession(staffRequest.token, staffRequest.now);
  staffRequest.setCookie(staffCookieHeader(null));
  return undefined;
});
