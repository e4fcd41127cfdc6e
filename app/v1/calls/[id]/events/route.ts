import { callEvents, participantEvents, readCall } from "@/lib/calls/calls";
import { CallEvents, CallParams, ParticipantEvents } from "@/lib/calls/calls/schema";
import { EventStream, route } from "@/lib/http";

const NOTHING_SEEN = -1;

const indexOf = (lastEventId: string | null): number =>
  /^\d{1,6}$/.test(lastEventId ?? "") ? Number(lastEventId) : NOTHING_SEEN;

export const GET = route(
  {
    summary: "Follow a call",
    description:
      "Server-sent events: each turn once it is finished, then `call.ended` and `call.settled`, with which the stream ends. `Last-Event-ID` goes on behind the turn of that index.",
    tags: ["Calls"],
    can: "calls.read",
    params: CallParams,
    events: CallEvents,
    participant: {
      events: ParticipantEvents,
      verb: async (ctx, { params, lastEventId }) =>
        new EventStream((signal) => participantEvents(ctx, params.id, indexOf(lastEventId), signal)),
    },
  },
  async (ctx, { params, lastEventId }) => {
    await readCall(ctx, params.id);
    const after = indexOf(lastEventId);
    return new EventStream((signal) => callEvents(ctx, params.id, after, signal));
  },
);
