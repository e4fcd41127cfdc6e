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
    description: "Pending invitations, neither accepted nor withdrawn.",
    tags,
    capability: "members.manage",
    refuseTest: true,
    query: InvitationQuery,
    response: InvitationPage,
  },
  (ctx, { query }) => listInvitations(ctx, query),
);

export const POST = route(
  {
    summary: "Create an invitation",
    description:
      "Valid for seven days and one person. The link is returned only in this response, and mailed if a mail server is configured.",
    tags,
    capability: "members.manage",
    refuseTest: true,
    body: CreateInvitation,
    response: InvitationWithLink,
    status: 201,
    location: ({ id }) => `/v1/invitations/${id}`,
    replay: (ctx, { reference }) => readInvitation(ctx, reference),
  },
  (ctx, { body }) => createInvitation(ctx, body),
);
