import { acceptInvitation } from "@/lib/auth";
import { AcceptInvitation, Joined } from "@/lib/auth/schema";
import { guestRoute } from "@/lib/http";

export const POST = guestRoute(
  { summary: "Accept an invitation by its link", body: AcceptInvitation, response: Joined },
  ({ requestId, address, now }, body) => acceptInvitation(body, { requestId, address, now: now() }),
);
