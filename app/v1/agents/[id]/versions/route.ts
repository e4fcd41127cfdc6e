import { listVersions } from "@/lib/agents/agents";
import { AgentParams, AgentVersionPage, ListVersions } from "@/lib/agents/agents/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "List an agent's versions",
    description: "Newest first, without their configurations.",
    tags: ["Agents"],
    capability: "agents.read",
    params: AgentParams,
    query: ListVersions,
    response: AgentVersionPage,
  },
  (ctx, { params, query }) => listVersions(ctx, params.id, query),
);
