import { route } from "@/lib/http";
import { cancelRun, readRun } from "@/lib/suites/runs";
import { SuiteRun, SuiteRunParams } from "@/lib/suites/runs/schema";

export const POST = route(
  {
    summary: "Cancel a run of a test suite",
    tags: ["Suites"],
    capability: "agents.write",
    params: SuiteRunParams,
    response: SuiteRun,
    replay: (ctx, { params }) => readRun(ctx, params.id, params.run),
  },
  (ctx, { params }) => cancelRun(ctx, params.id, params.run),
);
