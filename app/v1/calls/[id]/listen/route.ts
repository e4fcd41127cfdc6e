import { CallParams } from "@/lib/calls/calls/schema";
import { requestJoin } from "@/lib/calls/joins";
import { JoinConnection } from "@/lib/calls/joins/schema";
import { route } from "@/lib/http";
import { NoFields } from "@/lib/platform/schema";

export const POST = route(
  {
    summary: "Listen to a call in progress",
    description:
      "Returns the connection for the member's browser. The caller is told first if recordings of the call must be announced.",
    tags: ["Calls"],
    capability: "calls.listen",
    internal: true,
    person: true,
    priority: "live",
    params: CallParams,
    body: NoFields,
    response: JoinConnection,
    status: 201,
  },
  (ctx, { params }) => requestJoin(ctx, { callId: params.id, kind: "listen", acceptsRecording: false }),
);
