import { AgentParams } from "@/lib/agents/agents/schema";
import { compareSplit } from "@/lib/calls/split-comparisons";
import { CompareSplit, SplitComparison } from "@/lib/calls/split-comparisons/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Compare the versions of a traffic split",
    description:
      "Figures of the calls of the running split, else of the latest one, for each version, and tests of their differences. The tests are valid however often they are read.",
    tags: ["Agents"],
    capability: "analytics.read",
    params: AgentParams,
    query: CompareSplit,
    response: SplitComparison,
  },
  (ctx, { params, query }) => compareSplit(ctx, params.id, query),
);
