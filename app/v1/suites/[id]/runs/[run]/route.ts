import { route } from "@/lib/http";
import { readRun } from "@/lib/suites/runs";
import { SuiteRun, SuiteRunParams } from "@/lib/suites/runs/schema";

export const GET = route(
  {
    summary: "Get a run of a test suite",
    tags: ["Suites"],
    capability: "agents.read",
    params: SuiteRunParams,
    response: SuiteRun,
  },
  (ctx, { params }) => readRun(ctx, params.id, params.run),
);
