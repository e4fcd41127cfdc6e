import { route } from "@/lib/http";
import { listRecognisers } from "@/lib/integrations";
import { RecogniserList } from "@/lib/integrations/schema";

export const GET = route(
  { summary: "List recognisers", tags: ["Agents"], can: "agents.read", response: RecogniserList },
  (ctx) => listRecognisers(ctx),
);
