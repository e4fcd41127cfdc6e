import { joinWorkspace } from "@/lib/auth";
import { Joined, JoinWorkspace } from "@/lib/auth/schema";
import { route } from "@/lib/http";

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
