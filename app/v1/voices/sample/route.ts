import { FileResponse, route } from "@/lib/http";
import { readSample } from "@/lib/voice";
import { SampleVoice } from "@/lib/voice/schema";

export const GET = route(
  {
    summary: "Listen to a voice",
    description: "A fixed sentence in a built-in voice, to choose a voice.",
    tags: ["Agents"],
    capability: "agents.write",
    internal: true,
    query: SampleVoice,
    file: ["audio/wav"],
  },
  async (ctx, { query }) => new FileResponse(await readSample(ctx, query)),
);
