import { workspaceHealth } from "@/lib/health";
import { WorkspaceHealth } from "@/lib/health/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "See how background work and conversations of the workspace are",
    can: "calls.read",
    internal: true,
    response: WorkspaceHealth,
  },
  (ctx) => workspaceHealth(ctx),
);
