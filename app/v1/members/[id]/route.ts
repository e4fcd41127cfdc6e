import { route } from "@/lib/http";
import { changeRole, readMember, removeMember } from "@/lib/identity/members";
import { Member, MemberParams, UpdateMember } from "@/lib/identity/members/schema";

const tags = ["Members"];

export const GET = route(
  {
    summary: "Get a member",
    tags,
    capability: "members.read",
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
      "You cannot assign a role above your own, and a workspace keeps at least one owner. Sessions and keys of the member lose permissions within two seconds.",
    tags,
    capability: "members.manage",
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
      "Ends their sessions. Keys that they created stop working until an admin takes them over. A workspace keeps at least one owner.",
    tags,
    capability: "members.manage",
    refuseTest: true,
    params: MemberParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await removeMember(ctx, params.id);
    return undefined;
  },
);
