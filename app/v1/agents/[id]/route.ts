import { archiveAgent, readAgent, updateAgent } from "@/lib/agents/agents";
import { Agent, AgentParams, UpdateAgent } from "@/lib/agents/agents/schema";
import { route } from "@/lib/http";

const tags = ["Agents"];

export const GET = route(
  {
    summary: "Get an agent",
    tags,
    capability: "agents.read",
    params: AgentParams,
    response: Agent,
    etag: ({ revision }) => revision,
  },
  (ctx, { params }) => readAgent(ctx, params.id),
);

export const PATCH = route(
  {
    summary: "Update an agent",
    description:
      "Most fields take effect with the next deploy. `recording`, `transcript` and marking a variable sensitive take effect immediately, also on a live agent, and then need the role admin, as does switching off the disclosure. `recording`, `transcript` and `disclosure` are merged; lists are replaced.",
    tags,
    capability: "agents.write",
    params: AgentParams,
    body: UpdateAgent,
    response: Agent,
    ifMatch: true,
    etag: ({ revision }) => revision,
  },
  (ctx, { params, body, ifMatch }) => updateAgent(ctx, params.id, body, ifMatch),
);

export const DELETE = route(
  {
    summary: "Archive an agent",
    description: "The agent accepts no more calls and changes, and stays readable.",
    tags,
    capability: "agents.deploy",
    refuseTest: true,
    params: AgentParams,
    status: 204,
    ifMatch: true,
  },
  async (ctx, { params, ifMatch }) => {
    await archiveAgent(ctx, params.id, ifMatch);
    return undefined;
  },
);
