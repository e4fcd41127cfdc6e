import { endAsParticipant, endCall, readCall } from "@/lib/calls/calls";
import { Call, CallParams, ParticipantCall } from "@/lib/calls/calls/schema";
import { route } from "@/lib/http";
import { NoFields } from "@/lib/platform/schema";

export const POST = route(
  {
    summary: "End a call",
    description:
      "The agent is cut off if it speaks; what it said so far is kept. A call that has ended is answered as it is.",
    tags: ["Calls"],
    can: "calls.write",
    params: CallParams,
    body: NoFields,
    response: Call,
    participant: {
      response: ParticipantCall,
      verb: (ctx, { params }) => endAsParticipant(ctx, params.id),
    },
    replay: (ctx, { params }) => readCall(ctx, params.id),
  },
  (ctx, { params }) => endCall(ctx, params.id),
);
