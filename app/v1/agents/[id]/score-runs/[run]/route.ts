import { readScoreRun } from "@/lib/calls/score-runs";
import { ScoreRun, ScoreRunParams } from "@/lib/calls/score-runs/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Get a run that judges calls again",
    tags: ["Scores"],
    capability: "agents.read",
    refuseTest: true,
    params: ScoreRunParams,
    response: ScoreRun,
  },
  (ctx, { params }) => readScoreRun(ctx, params.id, params.run),
);
