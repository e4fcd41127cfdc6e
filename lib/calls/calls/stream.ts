import type { Ctx } from "@/lib/platform/context";
import { subscribe } from "@/lib/platform/live";
import type { Taken } from "./message";
import { readAsParticipant } from "./participant";
import { readCall } from "./read";
import type { Exchange, ParticipantExchange } from "./schema";

/** An event as the contract names it; `id` is the index of the last turn that it tells of. */
export type CallEvent = {
  event: "turn.delta" | "turn.completed" | "call.ended" | "call.settled";
  data: unknown;
  id?: string;
};

/** A queue between a callback and a reader: what was pushed comes out in order, and then the end. */
function channel<T>() {
  const waiting: T[] = [];
  let wake: (() => void) | undefined;
  let closed = false;
  const rouse = () => {
    wake?.();
    wake = undefined;
  };
  return {
    push(item: T) {
      waiting.push(item);
      rouse();
    },
    empty: () => waiting.length === 0,
    close() {
      closed = true;
      rouse();
    },
    async *read(signal: AbortSignal): AsyncGenerator<T> {
      signal.addEventListener("abort", rouse, { once: true });
      while (!signal.aborted) {
        const next = waiting.shift();
        if (next !== undefined) yield next;
        else if (closed) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

function* turnEvents(turns: readonly { index: number }[]): Generator<CallEvent> {
  for (const turn of turns) yield { event: "turn.completed", data: turn, id: String(turn.index) };
}

const hasEnded = (call: { ended_at: string | null }): boolean => call.ended_at !== null;

/** What a message led to, as events: its finished turns, and the call's end. */
export function* exchangeEvents({ turns, call }: Exchange | ParticipantExchange): Generator<CallEvent> {
  yield* turnEvents(turns);
  if (hasEnded(call)) yield { event: "call.ended", data: call };
}

/**
 * The agent's answer while it is spoken, then the finished turns. The agent goes on when the reader leaves. `reference`
 * resolves with the caller's turn once the answer is complete.
 */
export function messageStream(taken: Taken<Exchange | ParticipantExchange>): {
  source(signal: AbortSignal): AsyncGenerator<CallEvent>;
  reference: Promise<string>;
} {
  const deltas = channel<CallEvent>();
  const answered = taken
    .answer((data) => deltas.push({ event: "turn.delta", data }))
    .finally(() => deltas.close());
  const reference = answered.then(() => String(taken.first));
  reference.catch(() => undefined);
  return {
    reference,
    async *source(signal) {
      yield* deltas.read(signal);
      if (!signal.aborted) yield* exchangeEvents(await answered);
    },
  };
}

/** What a reader of a call's events sees at one moment: the turns so far, and the call itself. */
type Look = { turns: readonly { index: number }[]; call: { ended_at: string | null }; isOver: boolean };

/**
 * A call while it happens: each turn once it is finished, from behind `after` on, then its end and its settling, with
 * which the stream ends. Notifications carry ids only; what is shown is read, and masked, at each.
 */
export async function* callEvents(
  ctx: Ctx,
  id: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<CallEvent> {
  let settled: unknown;
  const read = async (): Promise<Look> => {
    const call = await readCall(ctx, id);
    settled = call;
    return { turns: call.transcript, call, isOver: call.settled_at !== null };
  };
  yield* followCall(id, read, after, signal);
  if (!signal.aborted) yield { event: "call.settled", data: settled };
}

/** The same as the call's participant sees it. The stream ends with the call. */
export function participantEvents(
  ctx: Ctx,
  id: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<CallEvent> {
  const read = async (): Promise<Look> => {
    const view = await readAsParticipant(ctx, id);
    return { ...view, isOver: hasEnded(view.call) };
  };
  return followCall(id, read, after, signal);
}

/** Each finished turn behind `after`, then the call's end, until what `read` shows is over. */
async function* followCall(
  id: string,
  read: () => Promise<Look>,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<CallEvent> {
  const news = channel<"news">();
  // One look shows all that has happened, so that no more than one waits.
  const look = () => news.empty() && news.push("news");
  const stop = await subscribe(id, look);
  let last = after;
  let told = false;
  try {
    look();
    for await (const _ of news.read(signal)) {
      const { turns, call, isOver } = await read();
      const fresh = turns.filter((turn) => turn.index > last);
      yield* turnEvents(fresh);
      last = fresh.at(-1)?.index ?? last;
      if (hasEnded(call) && !told) {
        told = true;
        yield { event: "call.ended", data: call };
      }
      if (isOver) return;
    }
  } finally {
    stop();
  }
}
