import { route } from "@/lib/http";
import { readWorkspaceDeletion, restoreWorkspace } from "@/lib/identity/workspaces";
import { WorkspaceDeletion } from "@/lib/identity/workspaces/schema";

export const POST = route(
  {
    summary: "Restore the workspace within the days of grace",
    description: "Only for an owner who has signed in: the workspace's keys are locked like the rest of it.",
    can: "workspace.delete",
    person: true,
    internal: true,
    refuseTest: true,
    whileLocked: true,
    response: WorkspaceDeletion,
    replay: (ctx) => readWorkspaceDeletion(ctx),
  },
  (ctx) => restoreWorkspace(ctx),
);
