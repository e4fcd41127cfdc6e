import { listCalls, readCall } from "@/lib/calls/calls";
import { Call, CallPage, CreateCall, ListCalls } from "@/lib/calls/calls/schema";
import { route } from "@/lib/http";
import { carrierFor } from "@/lib/outreach/carriers";
import { startCall } from "@/lib/outreach/dialing";

const tags = ["Calls"];

export const GET = route(
  {
    summary: "List calls",
    description:
      "Calls of the key's environment, newest first, without transcripts. `q` searches the words of the masked transcripts.",
    tags,
    capability: "calls.read",
    query: ListCalls,
    response: CallPage,
  },
  (ctx, { query }) => listCalls(ctx, query),
);

export const POST = route(
  {
    summary: "Start a call",
    description:
      "Runs the agent's live version, or rehearses its draft with `draft`. The response to a `chat` call contains the greeting in its transcript. A `web` call waits for a browser, which connects once with the details in `connect` (see docs/voice.md). A `phone` or `sms` call finds or creates its contact and is `queued`, or `blocked` with the reasons why the contact cannot be reached now.",
    tags,
    capability: "calls.write",
    body: CreateCall,
    response: Call,
    status: 201,
    isAsync: ({ channel }) => channel === "phone" || channel === "sms",
    location: ({ id }) => `/v1/calls/${id}`,
    replay: (ctx, { reference }) => readCall(ctx, reference),
  },
  (ctx, { body }) => startCall(ctx, body, carrierFor),
);
