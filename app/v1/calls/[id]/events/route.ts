import { callEvents, readCall } from "@/lib/calls";
import { CallEvents, CallParams } from "@/lib/calls/schema";
import { EventStream, route } from "@/lib/http";

const NOTHING_SEEN = -1;

export const GET = route(
  {
    summary: "Follow a call",
    description:
      "Server-sent events: each turn once it is finished, then `call.ended` and `call.settled`, with which the stream ends. `Last-Event-ID` goes on behind the turn of that index.",
    tags: ["Calls"],
    can: "calls.read",
    params: CallParams,
    events: CallEvents,
  },
  async (ctx, { params, lastEventId }) => {
    await readCall(ctx, params.id);
    const after = /^\d{1,6}$/.test(lastEventId ?? "") ? Number(lastEventId) : NOTHING_SEEN;
    return new EventStream((signal) => callEvents(ctx, params.id, after, signal));
  },
);
