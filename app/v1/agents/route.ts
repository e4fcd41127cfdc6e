import { createAgent, listAgents, readAgent } from "@/lib/agents/agents";
import { Agent, AgentPage, CreateAgent, ListAgents } from "@/lib/agents/agents/schema";
import { route } from "@/lib/http";

const tags = ["Agents"];

export const GET = route(
  {
    summary: "List agents",
    description: "Newest first. Archived agents are included only with `status=archived`.",
    tags,
    capability: "agents.read",
    query: ListAgents,
    response: AgentPage,
  },
  (ctx, { query }) => listAgents(ctx, query),
);

export const POST = route(
  {
    summary: "Create an agent",
    description:
      "Creates a draft. A `voice` agent needs a `voice_id`; all other omitted fields have defaults. Deploy the agent to make it live.",
    tags,
    capability: "agents.write",
    body: CreateAgent,
    response: Agent,
    status: 201,
    etag: ({ revision }) => revision,
    location: ({ id }) => `/v1/agents/${id}`,
    replay: (ctx, { reference }) => readAgent(ctx, reference),
  },
  (ctx, { body }) => createAgent(ctx, body),
);
