import { duplicateAgent, readAgent } from "@/lib/agents/agents";
import { Agent, AgentParams } from "@/lib/agents/agents/schema";
import { route } from "@/lib/http";

export const POST = route(
  {
    summary: "Duplicate an agent",
    description: "Creates a draft with the configuration and the settings of this agent.",
    tags: ["Agents"],
    capability: "agents.write",
    params: AgentParams,
    response: Agent,
    status: 201,
    etag: ({ revision }) => revision,
    location: ({ id }) => `/v1/agents/${id}`,
    replay: (ctx, { reference }) => readAgent(ctx, reference),
  },
  (ctx, { params }) => duplicateAgent(ctx, params.id),
);
