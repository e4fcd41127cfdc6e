import { deleteCall, readCall, updateCall } from "@/lib/calls/calls";
import { Call, CallParams, UpdateCall } from "@/lib/calls/calls/schema";
import { route } from "@/lib/http";

const tags = ["Calls"];

export const GET = route(
  {
    summary: "Get a call",
    description:
      "Includes the masked transcript. Until the call is settled, text that cannot be classified is withheld.",
    tags,
    capability: "calls.read",
    params: CallParams,
    response: Call,
  },
  (ctx, { params }) => readCall(ctx, params.id),
);

export const PATCH = route(
  {
    summary: "Set a call's tags and notes",
    tags,
    capability: "calls.write",
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
      "Permanently deletes the call with its transcript, its values and the key that sealed them. A call in progress is rejected.",
    tags,
    capability: "calls.delete",
    params: CallParams,
    status: 204,
  },
  async (ctx, { params }) => {
    await deleteCall(ctx, params.id);
    return undefined;
  },
);
