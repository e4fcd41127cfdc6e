import { route } from "@/lib/http";
import { readWorkspaceDeletion } from "@/lib/identity/workspaces";
import { WorkspaceDeletion } from "@/lib/identity/workspaces/schema";

export const GET = route(
  {
    summary: "Get the workspace's pending deletion",
    capability: "workspace.read",
    internal: true,
    whileLocked: true,
    response: WorkspaceDeletion,
  },
  (ctx) => readWorkspaceDeletion(ctx),
);
