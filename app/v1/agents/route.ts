import { createAgent, listAgents, readAgent } from "@/lib/agents/agents";
import { Agent, AgentPage, CreateAgent, ListAgents } from "@/lib/agents/agents/schema";
import { route } from "@/lib/http";

const tags = ["Agents"];

export const GET = route(
  {
    summary: "List agents",
    description: "Newest first; archived ones only with `status=archived`.",
    tags,
    can: "agents.read",
    query: ListAgents,
    response: AgentPage,
  },
  (ctx, { query }) => listAgents(ctx, query),
);

export const POST = route(
  {
    summary: "Create an agent",
    description:
      "Makes a draft. `voice` needs a `voice_id`; all that is left out has a default. Deploy makes it live.",
    tags,
    can: "agents.write",
    body: CreateAgent,
    response: Agent,
    status: 201,
    location: ({ id }) => `/v1/agents/${id}`,
    replay: (ctx, { reference }) => readAgent(ctx, reference),
  },
  (ctx, { body }) => createAgent(ctx, body),
);
