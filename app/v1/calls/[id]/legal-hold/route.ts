import { holdCall, releaseCall } from "@/lib/calls/calls";
import { Call, CallParams, HoldCall } from "@/lib/calls/calls/schema";
import { route } from "@/lib/http";

const tags = ["Calls"];

export const PUT = route(
  {
    summary: "Place a call under a legal hold",
    description: "It cannot be deleted, nor its contact with it, until an owner releases it.",
    tags,
    can: "holds.place",
    params: CallParams,
    body: HoldCall,
    response: Call,
  },
  (ctx, { params, body }) => holdCall(ctx, params.id, body),
);

export const DELETE = route(
  {
    summary: "Release a call from its legal hold",
    tags,
    can: "holds.release",
    params: CallParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await releaseCall(ctx, params.id);
    return undefined;
  },
);
