import { ScoreFigures, ScoreFiguresParams, ScoreFiguresQuery } from "@/lib/calls/scores/schema";
import { summarizeScores } from "@/lib/data/analytics";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Summarize the scores of an agent",
    description:
      "Mean and pass rate of each criterion by day (UTC) and by version of the agent, and the agreement of the judge with members' marks by version of the criterion. Only calls of the live environment are scored.",
    tags: ["Scores"],
    capability: "analytics.read",
    params: ScoreFiguresParams,
    query: ScoreFiguresQuery,
    response: ScoreFigures,
  },
  (ctx, { params, query }) => summarizeScores(ctx, params.id, query),
);
