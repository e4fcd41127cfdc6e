import { readAgent } from "@/lib/agents/agents";
import { Agent, AgentParams } from "@/lib/agents/agents/schema";
import { promoteCandidate } from "@/lib/agents/traffic-splits";
import { PromoteCandidate } from "@/lib/agents/traffic-splits/schema";
import { route } from "@/lib/http";

export const POST = route(
  {
    summary: "Promote the candidate of a traffic split",
    description: "Makes the candidate the live version and ends the split. The checks are those of a deploy.",
    tags: ["Agents"],
    capability: "agents.deploy",
    refuseTest: true,
    params: AgentParams,
    body: PromoteCandidate,
    response: Agent,
    ifMatch: true,
    etag: ({ revision }) => revision,
    replay: (ctx, { reference }) => readAgent(ctx, reference),
  },
  (ctx, { params, body, ifMatch }) => promoteCandidate(ctx, params.id, body, ifMatch),
);
