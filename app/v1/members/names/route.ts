import { route } from "@/lib/http";
import { memberNames } from "@/lib/identity/auth";
import { MemberNames, MembersNamed } from "@/lib/identity/auth/schema";

export const GET = route(
  {
    summary: "Name members of the workspace",
    description: "Whoever is no member, or none any more, is left out.",
    can: "members.names",
    internal: true,
    query: MembersNamed,
    response: MemberNames,
  },
  (ctx, { query }) => memberNames(ctx, query.ids),
);
