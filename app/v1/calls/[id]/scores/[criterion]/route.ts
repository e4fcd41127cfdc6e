import { markScore } from "@/lib/calls/scores";
import { CallScoreParams, CallScores, MarkScore } from "@/lib/calls/scores/schema";
import { route } from "@/lib/http";

export const PUT = route(
  {
    summary: "Mark a call by a criterion",
    description:
      "Stores a person's answer to a current criterion, which the judge is compared with. Null removes it. The judge's answer does not change.",
    tags: ["Scores"],
    capability: "calls.write",
    params: CallScoreParams,
    body: MarkScore,
    response: CallScores,
  },
  (ctx, { params, body }) => markScore(ctx, params, body),
);
