import { deployAgent, readAgent } from "@/lib/agents/agents";
import { Agent, AgentParams, DeployAgent } from "@/lib/agents/agents/schema";
import { route } from "@/lib/http";

export const POST = route(
  {
    summary: "Deploy an agent",
    description:
      "Freezes the draft as the next version and makes it live, or rolls back to an older `version`. A 400 lists every problem with a pointer into the agent.",
    tags: ["Agents"],
    capability: "agents.deploy",
    refuseTest: true,
    params: AgentParams,
    body: DeployAgent,
    response: Agent,
    ifMatch: true,
    etag: ({ revision }) => revision,
    replay: (ctx, { reference }) => readAgent(ctx, reference),
  },
  (ctx, { params, body, ifMatch }) => deployAgent(ctx, params.id, body, ifMatch),
);
