import { route } from "@/lib/http";
import { joinWorkspace } from "@/lib/identity/auth";
import { JoinedWorkspace, JoinWorkspace } from "@/lib/identity/auth/schema";

export const POST = route(
  {
    summary: "Accept an invitation with your account",
    capability: "self.manage",
    person: true,
    anyScope: true,
    internal: true,
    body: JoinWorkspace,
    response: JoinedWorkspace,
  },
  (ctx, { body }) => joinWorkspace(ctx, body.token),
);
