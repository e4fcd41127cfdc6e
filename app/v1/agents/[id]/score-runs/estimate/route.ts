import { estimateScoreRun } from "@/lib/calls/score-runs";
import { EstimateScoreRun, ScoreRunEstimate, ScoreRunsParams } from "@/lib/calls/score-runs/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Estimate a run that judges calls again",
    description:
      "Counts the calls that a run would judge, and estimates its tokens and cost from the newest of them. Asks no model and stores nothing.",
    tags: ["Scores"],
    capability: "agents.write",
    refuseTest: true,
    params: ScoreRunsParams,
    query: EstimateScoreRun,
    response: ScoreRunEstimate,
  },
  (ctx, { params, query }) => estimateScoreRun(ctx, params.id, query),
);
