import { AgentParams } from "@/lib/agents/agents/schema";
import { readTrafficSplit, setTrafficSplit, stopTrafficSplit } from "@/lib/agents/traffic-splits";
import { SetTrafficSplit, TrafficSplit } from "@/lib/agents/traffic-splits/schema";
import { route } from "@/lib/http";

const tags = ["Agents"];

export const GET = route(
  {
    summary: "Get the traffic split of an agent",
    description:
      "The running split, else the latest one that has ended. A 404 if the agent never had a split.",
    tags,
    capability: "agents.read",
    params: AgentParams,
    response: TrafficSplit,
    etag: ({ revision }) => revision,
  },
  (ctx, { params }) => readTrafficSplit(ctx, params.id),
);

export const PUT = route(
  {
    summary: "Set the traffic split of an agent",
    description:
      "Starts a split: `percent` of new live calls run the candidate, which is an existing `version` or the draft, frozen as the next version. All calls of a number run the same version, and conversations in progress keep theirs. The checks are those of a deploy. While a split is running, it changes the percentage.",
    tags,
    capability: "agents.deploy",
    refuseTest: true,
    params: AgentParams,
    body: SetTrafficSplit,
    response: TrafficSplit,
    ifMatch: true,
    etag: ({ revision }) => revision,
  },
  (ctx, { params, body, ifMatch }) => setTrafficSplit(ctx, params.id, body, ifMatch),
);

export const DELETE = route(
  {
    summary: "Stop the traffic split of an agent",
    description: "New calls run the live version. Conversations in progress keep their version.",
    tags,
    capability: "agents.deploy",
    refuseTest: true,
    params: AgentParams,
    status: 204,
    ifMatch: true,
  },
  async (ctx, { params, ifMatch }) => {
    await stopTrafficSplit(ctx, params.id, ifMatch);
    return undefined;
  },
);
