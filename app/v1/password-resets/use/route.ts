import { guestRoute } from "@/lib/http";
import { resetPassword } from "@/lib/identity/auth";
import { ResetPassword } from "@/lib/identity/auth/schema";

export const POST = guestRoute(
  { summary: "Set a new password with a reset link", body: ResetPassword, status: 204 },
  async ({ requestId, address, now }, body) => {
    await resetPassword(body, { requestId, address, now: now() });
    return undefined;
  },
);
