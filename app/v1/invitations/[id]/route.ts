import { route } from "@/lib/http";
import { readInvitation, withdrawInvitation } from "@/lib/identity/invitations";
import { Invitation, InvitationParams } from "@/lib/identity/invitations/schema";

const tags = ["Members"];

export const GET = route(
  {
    summary: "Get an invitation",
    tags,
    capability: "members.manage",
    refuseTest: true,
    params: InvitationParams,
    response: Invitation,
  },
  (ctx, { params }) => readInvitation(ctx, params.id),
);

export const DELETE = route(
  {
    summary: "Withdraw an invitation",
    description: "Its link stops working immediately.",
    tags,
    capability: "members.manage",
    refuseTest: true,
    params: InvitationParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await withdrawInvitation(ctx, params.id);
    return undefined;
  },
);
