import { requestReset } from "@/lib/auth";
import { AskReset } from "@/lib/auth/schema";
import { guestRoute } from "@/lib/http";

export const POST = guestRoute(
  { summary: "Ask for a link that sets a new password", body: AskReset, status: 204 },
  async ({ address, now }, { email }) => {
    await requestReset({ email, address, now: now() });
    return undefined;
  },
);
