import { guestRoute } from "@/lib/http";
import { requestReset } from "@/lib/identity/auth";
import { AskReset } from "@/lib/identity/auth/schema";

export const POST = guestRoute(
  { summary: "Ask for a link that sets a new password", body: AskReset, status: 204 },
  async ({ address, now }, { email }) => {
    await requestReset({ email, address, now: now() });
    return undefined;
  },
);
