import { route } from "@/lib/http";
import { readResults } from "@/lib/suites/runs";
import { CaseResultsList, SuiteRunParams } from "@/lib/suites/runs/schema";

export const GET = route(
  {
    summary: "Get the results of a run",
    description: "The results of each case so far, with its conversations, masked as calls are.",
    tags: ["Suites"],
    capability: "agents.read",
    params: SuiteRunParams,
    response: CaseResultsList,
  },
  async (ctx, { params }) => ({ data: await readResults(ctx, params.id, params.run) }),
);
