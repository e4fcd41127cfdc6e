import { listScoreRuns, readScoreRun, startScoreRun } from "@/lib/calls/score-runs";
import {
  ListScoreRuns,
  ScoreRun,
  ScoreRunPage,
  ScoreRunsParams,
  StartScoreRun,
} from "@/lib/calls/score-runs/schema";
import { route } from "@/lib/http";

const tags = ["Scores"];

export const GET = route(
  {
    summary: "List the runs that judged calls again",
    tags,
    capability: "agents.read",
    refuseTest: true,
    params: ScoreRunsParams,
    query: ListScoreRuns,
    response: ScoreRunPage,
  },
  (ctx, { params, query }) => listScoreRuns(ctx, params.id, query),
);

export const POST = route(
  {
    summary: "Judge calls of a period again",
    description:
      "Judges the agent's live calls of a period by its current criteria, at most 2,000 of them. Marks of members stay. The run stops if a cost limit leaves no further call. Read the estimate first, then poll the run until `ended_at` is set.",
    tags,
    capability: "agents.write",
    refuseTest: true,
    params: ScoreRunsParams,
    body: StartScoreRun,
    response: ScoreRun,
    status: 202,
    location: ({ agent_id, id }) => `/v1/agents/${agent_id}/score-runs/${id}`,
    replay: (ctx, { params, reference }) => readScoreRun(ctx, params.id, reference),
  },
  (ctx, { params, body }) => startScoreRun(ctx, params.id, body),
);
