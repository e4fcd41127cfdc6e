import { CallParams } from "@/lib/calls/calls/schema";
import { readPeaks } from "@/lib/calls/recordings";
import { RecordingPeaks } from "@/lib/calls/recordings/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Read a recording's waveform",
    description: "The loudest sample of each bar, 0 to 1, of the caller and of the agent.",
    tags: ["Calls"],
    can: "calls.read",
    params: CallParams,
    response: RecordingPeaks,
  },
  (ctx, { params }) => readPeaks(ctx, params.id),
);
