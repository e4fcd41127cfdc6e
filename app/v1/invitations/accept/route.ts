import { guestRoute } from "@/lib/http";
import { acceptInvitation } from "@/lib/identity/auth";
import { AcceptInvitation, Joined } from "@/lib/identity/auth/schema";

export const POST = guestRoute(
  { summary: "Accept an invitation by its link", body: AcceptInvitation, response: Joined },
  ({ requestId, address, now }, body) => acceptInvitation(body, { requestId, address, now: now() }),
);
