import { staffRoute } from "@/lib/http";
import { setPasswordByStaffLink } from "@/lib/identity/auth";
import { StaffPassword } from "@/lib/identity/staff/schema";

export const POST = staffRoute(
  { summary: "Set a password by a one-time link", open: true, body: StaffPassword, status: 204 },
  async (request, { body }) => {
    await setPasswordByStaffLink(body, request);
    return undefined;
  },
);
