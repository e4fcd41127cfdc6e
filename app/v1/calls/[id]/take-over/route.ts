import { CallParams } from "@/lib/calls/calls/schema";
import { requestJoin } from "@/lib/calls/joins";
import { JoinConnection, TakeOverCall } from "@/lib/calls/joins/schema";
import { route } from "@/lib/http";

export const POST = route(
  {
    summary: "Take over a call in progress",
    description:
      "Returns the connection for the member's browser. The agent stops when it connects, and the caller is told that they talk to a person.",
    tags: ["Calls"],
    capability: "calls.take_over",
    internal: true,
    person: true,
    priority: "live",
    params: CallParams,
    body: TakeOverCall,
    response: JoinConnection,
    status: 201,
  },
  (ctx, { params, body }) =>
    requestJoin(ctx, { callId: params.id, kind: "take_over", acceptsRecording: body.accepts_recording }),
);
