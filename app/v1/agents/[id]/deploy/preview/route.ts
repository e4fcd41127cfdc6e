import { previewDeploy } from "@/lib/agents/agents";
import { AgentParams, DeployPreview, PreviewDeploy } from "@/lib/agents/agents/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Preview a deploy",
    description: "What a deploy would make live, and each problem that the deploy would report.",
    capability: "agents.read",
    internal: true,
    params: AgentParams,
    query: PreviewDeploy,
    response: DeployPreview,
  },
  (ctx, { params, query }) => previewDeploy(ctx, params.id, query),
);
