import { route } from "@/lib/http";
import { transferOwnership } from "@/lib/identity/members";
import { Member, MemberParams } from "@/lib/identity/members/schema";

export const POST = route(
  {
    summary: "Transfer your ownership to a member",
    capability: "members.owners",
    person: true,
    internal: true,
    params: MemberParams,
    response: Member,
  },
  (ctx, { params }) => transferOwnership(ctx, params.id),
);
