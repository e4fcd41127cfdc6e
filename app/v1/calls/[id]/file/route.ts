import { CallParams } from "@/lib/calls/calls/schema";
import { exportCall } from "@/lib/data/exports";
import { ReadCallFile } from "@/lib/data/exports/schema";
import { FileResponse, route } from "@/lib/http";
import { writeTranscript } from "./transcript-file";

export const GET = route(
  {
    summary: "Download a call as a file",
    description:
      "The call with its transcript, masked as for its reader; as CSV, its turns alone. Each download is recorded in the audit log.",
    tags: ["Calls"],
    capability: "calls.read",
    priority: "bulk",
    internal: true,
    params: CallParams,
    query: ReadCallFile,
    file: ["application/json", "text/plain", "text/markdown", "text/csv"],
  },
  async (ctx, { params, query }) =>
    new FileResponse(await exportCall(ctx, params.id, query.format, writeTranscript), true),
);
