import { route } from "@/lib/http";
import { listVoices } from "@/lib/integrations";
import { VoiceList } from "@/lib/integrations/schema";

export const GET = route(
  { summary: "List voices", tags: ["Agents"], can: "agents.read", response: VoiceList },
  (ctx) => listVoices(ctx),
);
