import { route } from "@/lib/http";
import { changeRole, readMember, removeMember } from "@/lib/identity/members";
import { Member, MemberParams, UpdateMember } from "@/lib/identity/members/schema";

const tags = ["Members"];

export const GET = route(
  {
    summary: "Fetch a member",
    tags,
    can: "members.read",
    refuseTest: true,
    params: MemberParams,
    response: Member,
  },
  (ctx, { params }) => readMember(ctx, params.id),
);

export const PATCH = route(
  {
    summary: "Change a member's role",
    description:
      "Nobody gives a role above their own, and a workspace keeps an owner. What the member loses, their sessions and keys lose within two seconds.",
    tags,
    can: "members.manage",
    refuseTest: true,
    params: MemberParams,
    body: UpdateMember,
    response: Member,
  },
  (ctx, { params, body }) => changeRole(ctx, params.id, body),
);

export const DELETE = route(
  {
    summary: "Remove a member",
    description:
      "Their sessions end, and keys that they made stop working until an admin takes them over. A workspace keeps an owner.",
    tags,
    can: "members.manage",
    refuseTest: true,
    params: MemberParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await removeMember(ctx, params.id);
    return undefined;
  },
);
