import { guestRoute } from "@/lib/http";
import { acceptInvitation } from "@/lib/identity/auth";
import { AcceptInvitation, JoinedWorkspace } from "@/lib/identity/auth/schema";

export const POST = guestRoute(
  { summary: "Accept an invitation by its link", body: AcceptInvitation, response: JoinedWorkspace },
  ({ requestId, address, now }, body) => acceptInvitation(body, { requestId, address, now: now() }),
);
