import { route } from "@/lib/http";
import { readInvitation, renewInvitation } from "@/lib/identity/invitations";
import { InvitationParams, InvitationWithLink } from "@/lib/identity/invitations/schema";

export const POST = route(
  {
    summary: "Renew an invitation",
    description:
      "Gives it a new link, in this answer only, and seven more days. The former link stops working.",
    tags: ["Members"],
    can: "members.manage",
    refuseTest: true,
    params: InvitationParams,
    response: InvitationWithLink,
    replay: (ctx, { reference }) => readInvitation(ctx, reference),
  },
  (ctx, { params }) => renewInvitation(ctx, params.id),
);
