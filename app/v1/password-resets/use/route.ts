import { resetPassword } from "@/lib/auth";
import { ResetPassword } from "@/lib/auth/schema";
import { guestRoute } from "@/lib/http";

export const POST = guestRoute(
  { summary: "Set a new password by a link", body: ResetPassword, status: 204 },
  async ({ requestId, address, now }, body) => {
    await resetPassword(body, { requestId, address, now: now() });
    return undefined;
  },
);
