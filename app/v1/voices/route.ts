import { route } from "@/lib/http";
import { listVoices } from "@/lib/integrations";
import { VoiceList } from "@/lib/integrations/schema";

export const GET = route(
  { summary: "List voices", tags: ["Agents"], role: "viewer", response: VoiceList },
  (ctx) => listVoices(ctx),
);
