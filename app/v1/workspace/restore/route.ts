import { route } from "@/lib/http";
import { readWorkspaceDeletion, restoreWorkspace } from "@/lib/identity/workspaces";
import { WorkspaceDeletion } from "@/lib/identity/workspaces/schema";

export const POST = route(
  {
    summary: "Restore the workspace within its grace period",
    description: "Only for an owner who is signed in, as the workspace's API keys are locked.",
    capability: "workspace.delete",
    person: true,
    internal: true,
    refuseTest: true,
    whileLocked: true,
    response: WorkspaceDeletion,
    replay: (ctx) => readWorkspaceDeletion(ctx),
  },
  (ctx) => restoreWorkspace(ctx),
);
