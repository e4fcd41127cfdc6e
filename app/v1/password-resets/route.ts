import { guestRoute } from "@/lib/http";
import { requestPasswordReset } from "@/lib/identity/auth";
import { RequestPasswordReset } from "@/lib/identity/auth/schema";

export const POST = guestRoute(
  { summary: "Request a password reset link", body: RequestPasswordReset, status: 204 },
  async ({ address, now }, { email }) => {
    await requestPasswordReset({ email, address, now: now() });
    return undefined;
  },
);
