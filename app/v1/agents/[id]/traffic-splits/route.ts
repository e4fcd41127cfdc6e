import { AgentParams } from "@/lib/agents/agents/schema";
import { listTrafficSplits } from "@/lib/agents/traffic-splits";
import { ListTrafficSplits, TrafficSplitPage } from "@/lib/agents/traffic-splits/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "List the traffic splits of an agent",
    description: "Newest first. Only the first one can be running.",
    tags: ["Agents"],
    capability: "agents.read",
    params: AgentParams,
    query: ListTrafficSplits,
    response: TrafficSplitPage,
  },
  (ctx, { params, query }) => listTrafficSplits(ctx, params.id, query),
);
