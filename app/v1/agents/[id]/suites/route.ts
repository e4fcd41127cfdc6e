import { AgentParams } from "@/lib/agents/agents/schema";
import { route } from "@/lib/http";
import { readOverview } from "@/lib/suites/runs";
import { SuiteOverview } from "@/lib/suites/runs/schema";

export const GET = route(
  {
    summary: "Get the suites of an agent with their latest runs",
    tags: ["Suites"],
    capability: "agents.read",
    internal: true,
    params: AgentParams,
    response: SuiteOverview,
  },
  (ctx, { params }) => readOverview(ctx, params.id),
);
