import type { Ctx } from "@/lib/platform/context";
import { subscribe } from "@/lib/platform/live";
import type { AcceptedMessage } from "./message";
import { readCallAsParticipant } from "./participant";
import { readCall } from "./read";
import type { Exchange, ParticipantExchange } from "./schema";

/** An event as in the API; `id` is the index of the last turn that it includes. */
export type CallEvent = {
  event: "turn.delta" | "turn.completed" | "call.ended" | "call.settled";
  data: unknown;
  id?: string;
};

/** A queue from a callback to a reader, in order, with an end. */
function createQueue<T>() {
  const items: T[] = [];
  let wake: (() => void) | undefined;
  let isClosed = false;
  const wakeReader = () => {
    wake?.();
    wake = undefined;
  };
  return {
    push(item: T) {
      items.push(item);
      wakeReader();
    },
    isEmpty: () => items.length === 0,
    close() {
      isClosed = true;
      wakeReader();
    },
    async *read(signal: AbortSignal): AsyncGenerator<T> {
      signal.addEventListener("abort", wakeReader, { once: true });
      while (!signal.aborted) {
        const next = items.shift();
        if (next !== undefined) yield next;
        else if (isClosed) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

function* turnEvents(turns: readonly { index: number }[]): Generator<CallEvent> {
  for (const turn of turns) yield { event: "turn.completed", data: turn, id: String(turn.index) };
}

const hasEnded = (call: { ended_at: string | null }): boolean => call.ended_at !== null;

/** The events of a message's result: its finished turns, and the call's end. */
export function* exchangeEvents({ turns, call }: Exchange | ParticipantExchange): Generator<CallEvent> {
  yield* turnEvents(turns);
  if (hasEnded(call)) yield { event: "call.ended", data: call };
}

/**
 * Streams the agent's answer while it is generated, then the finished turns. The agent continues if the
 * reader leaves. `reference` resolves with the caller's turn once the answer is complete.
 */
export function createMessageStream(message: AcceptedMessage<Exchange | ParticipantExchange>): {
  source(signal: AbortSignal): AsyncGenerator<CallEvent>;
  reference: Promise<string>;
} {
  const deltas = createQueue<CallEvent>();
  const exchange = message
    .answer((data) => deltas.push({ event: "turn.delta", data }))
    .finally(() => deltas.close());
  const reference = exchange.then(() => String(message.firstIndex));
  reference.catch(() => undefined);
  return {
    reference,
    async *source(signal) {
      yield* deltas.read(signal);
      if (!signal.aborted) yield* exchangeEvents(await exchange);
    },
  };
}

/** The state of a call for a reader of its events: the turns so far, and the call. */
type CallSnapshot = {
  turns: readonly { index: number }[];
  call: { ended_at: string | null };
  isOver: boolean;
};

/**
 * Streams an active call: each turn once it is finished, from after `after` on, then its end and its
 * settling, which ends the stream. Notifications contain only IDs; each state is read and masked on demand.
 */
export async function* streamCallEvents(
  ctx: Ctx,
  id: string,
  afterIndex: number,
  signal: AbortSignal,
): AsyncGenerator<CallEvent> {
  let settled: unknown;
  const read = async (): Promise<CallSnapshot> => {
    const call = await readCall(ctx, id);
    settled = call;
    return { turns: call.transcript, call, isOver: call.settled_at !== null };
  };
  yield* followCall(id, read, afterIndex, signal);
  if (!signal.aborted) yield { event: "call.settled", data: settled };
}

/** Streams the same as the call's participant sees it. Ends with the call. */
export function streamParticipantEvents(
  ctx: Ctx,
  id: string,
  afterIndex: number,
  signal: AbortSignal,
): AsyncGenerator<CallEvent> {
  const read = async (): Promise<CallSnapshot> => {
    const view = await readCallAsParticipant(ctx, id);
    return { ...view, isOver: hasEnded(view.call) };
  };
  return followCall(id, read, afterIndex, signal);
}

/** Yields each finished turn after `after`, then the call's end, until the call is over. */
async function* followCall(
  id: string,
  read: () => Promise<CallSnapshot>,
  afterIndex: number,
  signal: AbortSignal,
): AsyncGenerator<CallEvent> {
  const changes = createQueue<"news">();
  // One read shows all past events, so at most one read needs to wait.
  const queueRead = () => changes.isEmpty() && changes.push("news");
  const stop = await subscribe(id, queueRead);
  let lastIndex = afterIndex;
  let hasSentEnd = false;
  try {
    queueRead();
    for await (const _ of changes.read(signal)) {
      const { turns, call, isOver } = await read();
      const newTurns = turns.filter((turn) => turn.index > lastIndex);
      yield* turnEvents(newTurns);
      lastIndex = newTurns.at(-1)?.index ?? lastIndex;
      if (hasEnded(call) && !hasSentEnd) {
        hasSentEnd = true;
        yield { event: "call.ended", data: call };
      }
      if (isOver) return;
    }
  } finally {
    stop();
  }
}
