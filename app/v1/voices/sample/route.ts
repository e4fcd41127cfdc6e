import { FileAnswer, route } from "@/lib/http";
import { readSample } from "@/lib/voice";
import { SampleVoice } from "@/lib/voice/schema";

export const GET = route(
  {
    summary: "Listen to a voice",
    description: "A few fixed words by a built-in voice, for whoever chooses one.",
    tags: ["Agents"],
    can: "agents.write",
    internal: true,
    query: SampleVoice,
    file: ["audio/wav"],
  },
  async (ctx, { query }) => new FileAnswer(await readSample(ctx, query)),
);
