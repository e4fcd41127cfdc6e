import { CallParams } from "@/lib/calls/calls/schema";
import { readPeaks } from "@/lib/calls/recordings";
import { RecordingPeaks } from "@/lib/calls/recordings/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Get a recording's waveform",
    description: "The loudest sample of each bar, from 0 to 1, of the caller and of the agent.",
    tags: ["Calls"],
    capability: "calls.read",
    params: CallParams,
    response: RecordingPeaks,
  },
  (ctx, { params }) => readPeaks(ctx, params.id),
);
