import {
  exchangeAsParticipant,
  exchangeEvents,
  exchangeSince,
  messageStream,
  sendMessage,
  takeAsParticipant,
  takeMessage,
} from "@/lib/calls/calls";
import {
  CallEvents,
  CallParams,
  Exchange,
  ParticipantEvents,
  ParticipantExchange,
  SendMessage,
} from "@/lib/calls/calls/schema";
import { EventStream, route } from "@/lib/http";

const firstIndex = ({ turns }: { turns: readonly { index: number }[] }): string =>
  String(turns[0]?.index ?? 0);

export const POST = route(
  {
    summary: "Say something in a chat",
    description:
      "Answers when the agent has finished; with `Accept: text/event-stream` its words come as `turn.delta` while it speaks, then each finished turn, then `call.ended` if it hung up.",
    tags: ["Calls"],
    can: "calls.write",
    params: CallParams,
    body: SendMessage,
    response: Exchange,
    events: CallEvents,
    participant: {
      response: ParticipantExchange,
      events: ParticipantEvents,
      referenceOf: firstIndex,
      replay: (ctx, { params, reference }) => exchangeAsParticipant(ctx, params.id, Number(reference)),
      verb: async (ctx, { params, body, wantsEvents }) => {
        const taken = await takeAsParticipant(ctx, params.id, body);
        if (!wantsEvents) return taken.answer();
        const { source, reference } = messageStream(taken);
        return new EventStream(source, reference);
      },
    },
    referenceOf: firstIndex,
    replay: async (ctx, { params, reference, wantsEvents }) => {
      const exchange = await exchangeSince(ctx, params.id, Number(reference));
      return wantsEvents
        ? new EventStream(async function* () {
            yield* exchangeEvents(exchange);
          })
        : exchange;
    },
  },
  async (ctx, { params, body, wantsEvents }) => {
    if (!wantsEvents) return sendMessage(ctx, params.id, body);
    const { source, reference } = messageStream(await takeMessage(ctx, params.id, body));
    return new EventStream(source, reference);
  },
);
