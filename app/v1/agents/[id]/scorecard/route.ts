import { AgentParams } from "@/lib/agents/agents/schema";
import { readScorecard, setScorecard } from "@/lib/agents/scorecards";
import { Scorecard, SetScorecard } from "@/lib/agents/scorecards/schema";
import { route } from "@/lib/http";

const tags = ["Scores"];

export const GET = route(
  {
    summary: "Get the criteria of an agent",
    description:
      "The criteria by which the agent's live calls are judged after they have settled, with former versions. A new agent has none, and its calls are not judged.",
    tags,
    capability: "agents.read",
    params: AgentParams,
    response: Scorecard,
    etag: ({ revision }) => revision,
  },
  (ctx, { params }) => readScorecard(ctx, params.id),
);

export const PUT = route(
  {
    summary: "Set the criteria of an agent",
    description:
      "Replaces all criteria. A criterion that changes gets its next version, and earlier scores keep theirs. The judge is a language model: the agent's, or `model`. It reads the masked transcript only, and answers all criteria in one request per call. Criteria do not need a deploy.",
    tags,
    capability: "agents.write",
    params: AgentParams,
    body: SetScorecard,
    response: Scorecard,
    ifMatch: true,
    etag: ({ revision }) => revision,
  },
  (ctx, { params, body, ifMatch }) => setScorecard(ctx, params.id, body, ifMatch),
);
