import { route } from "@/lib/http";
import { joinWorkspace } from "@/lib/identity/auth";
import { Joined, JoinWorkspace } from "@/lib/identity/auth/schema";

export const POST = route(
  {
    summary: "Accept an invitation as who is signed in",
    can: "self.manage",
    person: true,
    internal: true,
    body: JoinWorkspace,
    response: Joined,
  },
  (ctx, { body }) => joinWorkspace(ctx, body.token),
);
