import { archiveAgent, readAgent, updateAgent } from "@/lib/agents/agents";
import { Agent, AgentParams, UpdateAgent } from "@/lib/agents/agents/schema";
import { route } from "@/lib/http";

const tags = ["Agents"];

export const GET = route(
  { summary: "Fetch an agent", tags, can: "agents.read", params: AgentParams, response: Agent },
  (ctx, { params }) => readAgent(ctx, params.id),
);

export const PATCH = route(
  {
    summary: "Update an agent",
    description:
      "Behaviour waits for deploy. `recording`, `transcript` and marking a variable sensitive act at once, on the live agent too, for which they need the role admin; so does switching the disclosure off. `recording`, `transcript` and `disclosure` merge, lists replace.",
    tags,
    can: "agents.write",
    params: AgentParams,
    body: UpdateAgent,
    response: Agent,
  },
  (ctx, { params, body }) => updateAgent(ctx, params.id, body),
);

export const DELETE = route(
  {
    summary: "Archive an agent",
    description: "It takes no more calls and no more changes, and stays readable.",
    tags,
    can: "agents.deploy",
    refuseTest: true,
    params: AgentParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await archiveAgent(ctx, params.id);
    return undefined;
  },
);
