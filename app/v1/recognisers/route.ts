import { listRecognisers } from "@/lib/agents/integrations";
import { RecogniserList } from "@/lib/agents/integrations/schema";
import { route } from "@/lib/http";

export const GET = route(
  { summary: "List recognisers", tags: ["Agents"], can: "agents.read", response: RecogniserList },
  (ctx) => listRecognisers(ctx),
);
