import { listTranscribers } from "@/lib/agents/integrations";
import { TranscriberList } from "@/lib/agents/integrations/schema";
import { route } from "@/lib/http";

export const GET = route(
  { summary: "List transcribers", tags: ["Agents"], capability: "agents.read", response: TranscriberList },
  (ctx) => listTranscribers(ctx),
);
