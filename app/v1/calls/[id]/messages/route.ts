import {
  acceptMessage,
  acceptParticipantMessage,
  createMessageStream,
  exchangeEvents,
  readExchangeSince,
  readParticipantExchange,
  sendMessage,
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
    summary: "Send a message in a chat",
    description:
      "Responds when the agent has finished. With `Accept: text/event-stream`, the agent's text arrives as `turn.delta` while it is generated, then each finished turn, then `call.ended` if the agent ended the call.",
    tags: ["Calls"],
    capability: "calls.write",
    priority: "live",
    params: CallParams,
    body: SendMessage,
    response: Exchange,
    events: CallEvents,
    participant: {
      response: ParticipantExchange,
      events: ParticipantEvents,
      referenceOf: firstIndex,
      replay: (ctx, { params, reference }) => readParticipantExchange(ctx, params.id, Number(reference)),
      verb: async (ctx, { params, body, wantsEvents }) => {
        const accepted = await acceptParticipantMessage(ctx, params.id, body);
        if (!wantsEvents) return accepted.answer();
        const { source, reference } = createMessageStream(accepted);
        return new EventStream(source, reference);
      },
    },
    referenceOf: firstIndex,
    replay: async (ctx, { params, reference, wantsEvents }) => {
      const exchange = await readExchangeSince(ctx, params.id, Number(reference));
      return wantsEvents
        ? new EventStream(async function* () {
            yield* exchangeEvents(exchange);
          })
        : exchange;
    },
  },
  async (ctx, { params, body, wantsEvents }) => {
    if (!wantsEvents) return sendMessage(ctx, params.id, body);
    const { source, reference } = createMessageStream(await acceptMessage(ctx, params.id, body));
    return new EventStream(source, reference);
  },
);
