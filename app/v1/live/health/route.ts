import { route } from "@/lib/http";
import { readWorkspaceHealth } from "@/lib/platform/health";
import { WorkspaceHealth } from "@/lib/platform/health/schema";

export const GET = route(
  {
    summary: "Get the health of the workspace's jobs and calls",
    capability: "calls.read",
    internal: true,
    response: WorkspaceHealth,
  },
  (ctx) => readWorkspaceHealth(ctx),
);
