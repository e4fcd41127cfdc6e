import { route } from "@/lib/http";
import { readInvitation, renewInvitation } from "@/lib/identity/invitations";
import { InvitationParams, InvitationWithLink } from "@/lib/identity/invitations/schema";

export const POST = route(
  {
    summary: "Renew an invitation",
    description:
      "Creates a new link, returned only in this response, which is valid for seven days. The previous link stops working.",
    tags: ["Members"],
    capability: "members.manage",
    refuseTest: true,
    params: InvitationParams,
    response: InvitationWithLink,
    replay: (ctx, { reference }) => readInvitation(ctx, reference),
  },
  (ctx, { params }) => renewInvitation(ctx, params.id),
);
