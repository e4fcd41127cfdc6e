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
      "Calls of the key's environment, newest first, without their transcripts. `q` finds words of the masked transcript.",
    tags,
    can: "calls.read",
    query: ListCalls,
    response: CallPage,
  },
  (ctx, { query }) => listCalls(ctx, query),
);

export const POST = route(
  {
    summary: "Start a call",
    description:
      "Runs the agent's live version; `draft` rehearses its draft. A `chat` call answers with the greeting in its transcript. A `web` call waits for a browser, which connects with what `connect` says, once (see docs/voice.md). A `phone` or `sms` call finds or makes its contact and is accepted as `queued`, or `blocked` with the reasons why nobody may be reached now.",
    tags,
    can: "calls.write",
    body: CreateCall,
    response: Call,
    status: 201,
    goesOn: ({ channel }) => channel === "phone" || channel === "sms",
    location: ({ id }) => `/v1/calls/${id}`,
    replay: (ctx, { reference }) => readCall(ctx, reference),
  },
  (ctx, { body }) => startCall(ctx, body, carrierFor),
);
