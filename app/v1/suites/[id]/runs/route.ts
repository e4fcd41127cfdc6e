import { route } from "@/lib/http";
import { listRuns, readRun, startRun } from "@/lib/suites/runs";
import { ListRuns, StartRun, SuiteRun, SuiteRunPage, SuiteRunsParams } from "@/lib/suites/runs/schema";

const tags = ["Suites"];

export const GET = route(
  {
    summary: "List the runs of a test suite",
    tags,
    capability: "agents.read",
    params: SuiteRunsParams,
    query: ListRuns,
    response: SuiteRunPage,
  },
  (ctx, { params, query }) => listRuns(ctx, params.id, query),
);

export const POST = route(
  {
    summary: "Run a test suite",
    description:
      "Runs the suite's current cases with the agent's draft, or with a `version`. Models are asked with the credentials of the environment `test`.",
    tags,
    capability: "agents.write",
    params: SuiteRunsParams,
    body: StartRun,
    response: SuiteRun,
    status: 202,
    location: ({ suite_id, id }) => `/v1/suites/${suite_id}/runs/${id}`,
    replay: (ctx, { params, reference }) => readRun(ctx, params.id, reference),
  },
  (ctx, { params, body }) => startRun(ctx, params.id, body),
);
