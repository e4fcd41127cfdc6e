import { CallParams } from "@/lib/calls/calls/schema";
import { readRecording } from "@/lib/calls/recordings";
import { ReadRecording } from "@/lib/calls/recordings/schema";
import { FileResponse, firstByteOf, route } from "@/lib/http";

export const GET = route(
  {
    summary: "Download a call's recording",
    description:
      "Available once the call is settled. The caller is on the left channel and the agent on the right; masked ranges are silent. Opus in Ogg, with support for `Range`, or WAV with `format=wav`. Each new download is recorded in the audit log.",
    tags: ["Calls"],
    capability: "calls.read",
    params: CallParams,
    query: ReadRecording,
    file: ["audio/ogg", "audio/wav"],
  },
  async (ctx, { params, query, range }) => {
    const begins = query.format === "wav" || firstByteOf(range) === 0;
    return new FileResponse(await readRecording(ctx, params.id, query, begins), query.download === "true");
  },
);
