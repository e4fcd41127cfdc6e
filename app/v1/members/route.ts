import { route } from "@/lib/http";
import { listMembers } from "@/lib/identity/members";
import { MemberPage, MemberQuery } from "@/lib/identity/members/schema";

export const GET = route(
  {
    summary: "List members",
    tags: ["Members"],
    capability: "members.read",
    refuseTest: true,
    query: MemberQuery,
    response: MemberPage,
  },
  (ctx, { query }) => listMembers(ctx, query),
);
