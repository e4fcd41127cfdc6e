import { route } from "@/lib/http";
import { workspaceHealth } from "@/lib/platform/health";
import { WorkspaceHealth } from "@/lib/platform/health/schema";

export const GET = route(
  {
    summary: "See how background work and conversations of the workspace are",
    can: "calls.read",
    internal: true,
    response: WorkspaceHealth,
  },
  (ctx) => workspaceHealth(ctx),
);
