import { cancelScoreRun, readScoreRun } from "@/lib/calls/score-runs";
import { ScoreRun, ScoreRunParams } from "@/lib/calls/score-runs/schema";
import { route } from "@/lib/http";

export const POST = route(
  {
    summary: "Cancel a run that judges calls again",
    description: "The run ends before its next call. Verdicts so far stay.",
    tags: ["Scores"],
    capability: "agents.write",
    refuseTest: true,
    params: ScoreRunParams,
    response: ScoreRun,
    replay: (ctx, { params }) => readScoreRun(ctx, params.id, params.run),
  },
  (ctx, { params }) => cancelScoreRun(ctx, params.id, params.run),
);
