import { endCall, endCallAsParticipant, readCall } from "@/lib/calls/calls";
import { Call, CallParams, ParticipantCall } from "@/lib/calls/calls/schema";
import { route } from "@/lib/http";
import { NoFields } from "@/lib/platform/schema";

export const POST = route(
  {
    summary: "End a call",
    description:
      "If the agent is speaking, it is interrupted, and what it has said is stored. A call that has already ended is returned unchanged.",
    tags: ["Calls"],
    capability: "calls.write",
    priority: "live",
    params: CallParams,
    body: NoFields,
    response: Call,
    participant: {
      response: ParticipantCall,
      verb: (ctx, { params }) => endCallAsParticipant(ctx, params.id),
    },
    replay: (ctx, { params }) => readCall(ctx, params.id),
  },
  (ctx, { params }) => endCall(ctx, params.id),
);
