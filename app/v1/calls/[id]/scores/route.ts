import { readCallScores } from "@/lib/calls/scores";
import { CallScores, CallScoresParams } from "@/lib/calls/scores/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Get the scores of a call",
    description:
      "The judge's answers to the criteria of the call's agent, with masked reasons, and members' marks. They are deleted with the call's transcript.",
    tags: ["Scores"],
    capability: "calls.read",
    params: CallScoresParams,
    response: CallScores,
  },
  (ctx, { params }) => readCallScores(ctx, params.id),
);
