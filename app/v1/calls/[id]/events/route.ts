import { readCall, streamCallEvents, streamParticipantEvents } from "@/lib/calls/calls";
import { CallEvents, CallParams, ParticipantEvents } from "@/lib/calls/calls/schema";
import { EventStream, route } from "@/lib/http";

const NOTHING_SEEN = -1;

const indexOf = (lastEventId: string | null): number =>
  /^\d{1,6}$/.test(lastEventId ?? "") ? Number(lastEventId) : NOTHING_SEEN;

export const GET = route(
  {
    summary: "Stream a call's events",
    description:
      "Server-sent events: each turn once it is finished, then `call.ended` and `call.settled`, which ends the stream. `Last-Event-ID` resumes after the turn of that index.",
    tags: ["Calls"],
    capability: "calls.read",
    priority: "live",
    params: CallParams,
    events: CallEvents,
    participant: {
      events: ParticipantEvents,
      verb: async (ctx, { params, lastEventId }) =>
        new EventStream((signal) => streamParticipantEvents(ctx, params.id, indexOf(lastEventId), signal)),
    },
  },
  async (ctx, { params, lastEventId }) => {
    await readCall(ctx, params.id);
    const after = indexOf(lastEventId);
    return new EventStream((signal) => streamCallEvents(ctx, params.id, after, signal));
  },
);
