import { createCall, listCalls, readCall } from "@/lib/calls";
import { Call, CallPage, CreateCall, ListCalls } from "@/lib/calls/schema";
import { route } from "@/lib/http";

const tags = ["Calls"];

export const GET = route(
  {
    summary: "List calls",
    description:
      "Calls of the key's environment, newest first, without their transcripts. `q` finds words of the masked transcript.",
    tags,
    role: "viewer",
    query: ListCalls,
    response: CallPage,
  },
  (ctx, { query }) => listCalls(ctx, query),
);

export const POST = route(
  {
    summary: "Start a call",
    description:
      "Runs the agent's live version; `draft` rehearses its draft. A `chat` call answers with the greeting in its transcript.",
    tags,
    role: "builder",
    body: CreateCall,
    response: Call,
    status: 201,
    location: ({ id }) => `/v1/calls/${id}`,
    replay: (ctx, { reference }) => readCall(ctx, reference),
  },
  (ctx, { body }) => createCall(ctx, body),
);
