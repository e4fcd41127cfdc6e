import { listVoices } from "@/lib/agents/integrations";
import { VoiceList } from "@/lib/agents/integrations/schema";
import { route } from "@/lib/http";

export const GET = route(
  { summary: "List voices", tags: ["Agents"], capability: "agents.read", response: VoiceList },
  (ctx) => listVoices(ctx),
);
