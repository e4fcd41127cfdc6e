import { route } from "@/lib/http";
import { listMemberNames } from "@/lib/identity/auth";
import { MemberNames, MemberNamesQuery } from "@/lib/identity/auth/schema";

export const GET = route(
  {
    summary: "List names of members",
    description: "Omits people who are not members, or no longer are.",
    capability: "members.names",
    internal: true,
    query: MemberNamesQuery,
    response: MemberNames,
  },
  (ctx, { query }) => listMemberNames(ctx, query.ids),
);
