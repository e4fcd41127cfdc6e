import { deleteCall, readCall, updateCall } from "@/lib/calls/calls";
import { Call, CallParams, UpdateCall } from "@/lib/calls/calls/schema";
import { route } from "@/lib/http";

const tags = ["Calls"];

export const GET = route(
  {
    summary: "Read a call",
    description:
      "With its transcript, masked. Until the call is settled, what cannot be decided is withheld.",
    tags,
    can: "calls.read",
    params: CallParams,
    response: Call,
  },
  (ctx, { params }) => readCall(ctx, params.id),
);

export const PATCH = route(
  {
    summary: "Set a call's tags and notes",
    tags,
    can: "calls.write",
    params: CallParams,
    body: UpdateCall,
    response: Call,
  },
  (ctx, { params, body }) => updateCall(ctx, params.id, body),
);

export const DELETE = route(
  {
    summary: "Delete a call",
    description:
      "Its transcript, values and the key that sealed them go for good. A running call is refused.",
    tags,
    can: "calls.delete",
    params: CallParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await deleteCall(ctx, params.id);
    return undefined;
  },
);
