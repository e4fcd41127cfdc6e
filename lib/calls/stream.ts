import type { Ctx } from "@/lib/context";
import { subscribe } from "@/lib/live";
import type { Taken } from "./message";
import { readCall } from "./read";
import type { Call, Exchange } from "./schema";

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

function* turnEvents(turns: Call["transcript"]): Generator<CallEvent> {
  for (const turn of turns) yield { event: "turn.completed", data: turn, id: String(turn.index) };
}

const hasEnded = (call: Call): boolean => call.ended_at !== null;

/** What a message led to, as events: its finished turns, and the call's end. */
export function* exchangeEvents({ turns, call }: Exchange): Generator<CallEvent> {
  yield* turnEvents(turns);
  if (hasEnded(call)) yield { event: "call.ended", data: call };
}

/**
 * The agent's answer while it is spoken, then the finished turns. The agent goes on when the reader leaves. `reference`
 * resolves with the caller's turn once the answer is complete.
 */
export function messageStream(taken: Taken): {
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
  const news = channel<"news">();
  // One look shows all that has happened, so that no more than one waits.
  const look = () => news.empty() && news.push("news");
  const stop = await subscribe(id, look);
  let last = after;
  let told = false;
  try {
    look();
    for await (const _ of news.read(signal)) {
      const call = await readCall(ctx, id);
      const fresh = call.transcript.filter((turn) => turn.index > last);
      yield* turnEvents(fresh);
      last = fresh.at(-1)?.index ?? last;
      if (hasEnded(call) && !told) {
        told = true;
        yield { event: "call.ended", data: call };
      }
      if (call.settled_at !== null) {
        yield { event: "call.settled", data: call };
        return;
      }
    }
  } finally {
    stop();
  }
}
