import { route } from "@/lib/http";
import { createInvitation, listInvitations, readInvitation } from "@/lib/identity/invitations";
import {
  CreateInvitation,
  InvitationPage,
  InvitationQuery,
  InvitationWithLink,
} from "@/lib/identity/invitations/schema";

const tags = ["Members"];

export const GET = route(
  {
    summary: "List invitations",
    description: "Those that nobody has accepted or withdrawn.",
    tags,
    can: "members.manage",
    refuseTest: true,
    query: InvitationQuery,
    response: InvitationPage,
  },
  (ctx, { query }) => listInvitations(ctx, query),
);

export const POST = route(
  {
    summary: "Invite somebody",
    description:
      "For seven days and one person. The link is in this answer only, and goes out by mail where a mail server is set.",
    tags,
    can: "members.manage",
    refuseTest: true,
    body: CreateInvitation,
    response: InvitationWithLink,
    status: 201,
    location: ({ id }) => `/v1/invitations/${id}`,
    replay: (ctx, { reference }) => readInvitation(ctx, reference),
  },
  (ctx, { body }) => createInvitation(ctx, body),
);
