import { placeLegalHold, releaseLegalHold } from "@/lib/calls/calls";
import { Call, CallParams, HoldCall } from "@/lib/calls/calls/schema";
import { route } from "@/lib/http";

const tags = ["Calls"];

export const PUT = route(
  {
    summary: "Place a call under a legal hold",
    description: "Neither the call nor its contact can be deleted until an owner releases the hold.",
    tags,
    capability: "holds.place",
    params: CallParams,
    body: HoldCall,
    response: Call,
  },
  (ctx, { params, body }) => placeLegalHold(ctx, params.id, body),
);

export const DELETE = route(
  {
    summary: "Release a call from its legal hold",
    tags,
    capability: "holds.release",
    params: CallParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await releaseLegalHold(ctx, params.id);
    return undefined;
  },
);
