import { CallParams } from "@/lib/calls/calls/schema";
import { readRecording } from "@/lib/calls/recordings";
import { ReadRecording } from "@/lib/calls/recordings/schema";
import { FileAnswer, firstByteOf, route } from "@/lib/http";

export const GET = route(
  {
    summary: "Listen to a call's recording",
    description:
      "Once the call is settled: the caller left, the agent right, silent over what is masked. Opus in Ogg, of which `Range` asks for a part; `format=wav` to download. Each time somebody begins to read it, the audit log says so.",
    tags: ["Calls"],
    can: "calls.read",
    params: CallParams,
    query: ReadRecording,
    file: ["audio/ogg", "audio/wav"],
  },
  async (ctx, { params, query, range }) => {
    const begins = query.format === "wav" || firstByteOf(range) === 0;
    return new FileAnswer(await readRecording(ctx, params.id, query, begins), query.download === "true");
  },
);
