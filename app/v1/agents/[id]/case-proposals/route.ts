import { AgentParams } from "@/lib/agents/agents/schema";
import { route } from "@/lib/http";
import { readProposals } from "@/lib/suites/proposals";
import { CaseProposals } from "@/lib/suites/proposals/schema";

export const GET = route(
  {
    summary: "List calls proposed as test cases",
    description:
      "The newest calls of the agent that failed, of the last 30 days and of its last 200 calls with a transcript. Dismissed ones are not listed. `GET /calls/{id}/test-case` makes a case of one.",
    tags: ["Suites"],
    capability: "calls.read",
    params: AgentParams,
    response: CaseProposals,
  },
  (ctx, { params }) => readProposals(ctx, params.id),
);
