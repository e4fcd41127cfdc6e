import { route } from "@/lib/http";
import { readWorkspaceDeletion } from "@/lib/identity/workspaces";
import { WorkspaceDeletion } from "@/lib/identity/workspaces/schema";

export const GET = route(
  {
    summary: "Show whether the workspace is to be deleted",
    can: "workspace.read",
    internal: true,
    whileLocked: true,
    response: WorkspaceDeletion,
  },
  (ctx) => readWorkspaceDeletion(ctx),
);
