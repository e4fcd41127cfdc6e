/** One event of a stream. `data` is presented by the route's allow-list for its name. */
export type StreamEvent = { event: string; data: unknown; id?: string };

/** How often an idle stream says that it is alive: proxies commonly cut a silent connection after 30 to 60 s. */
const HEARTBEAT_MS = 15_000;
/** How often a stream asks whether its reader may still read: what somebody lost ends within two seconds (product.md, "API keys"). */
const RECHECK_MS = 1_000;
/** How soon a reader may come back after a cut, in milliseconds (the `retry` field of the HTML standard). */
const RETRY_MS = 1_000;

/**
 * A verb's answer that is a stream of events. Its source ends when the signal aborts; `reference` settles when the
 * verb has done what it does, for the idempotency row.
 */
export class EventStream {
  constructor(
    readonly source: (signal: AbortSignal) => AsyncIterable<StreamEvent>,
    readonly reference: Promise<string> | null = null,
  ) {}
}

const encoder = new TextEncoder();

/** The event as the HTML standard's wire format; JSON has no line breaks, so one data line holds it. */
export function encodeEvent({ event, data, id }: StreamEvent): Uint8Array {
  return encoder.encode(
    `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
  );
}

type Outside = {
  /** Makes an event fit for the outside. */
  present(event: StreamEvent): StreamEvent;
  /** An error of the source as a last event. */
  failed(error: unknown): StreamEvent;
  /** Whether the reader may still read. */
  mayRead(): Promise<boolean>;
  client: AbortSignal;
  /** Called once when the stream has ended, however it did. */
  closed(): void;
};

/** The stream's bytes. It pulls one event at a time, so that a slow reader slows the source and not memory. */
export function streamBody(
  stream: EventStream,
  { present, failed, mayRead, client, closed }: Outside,
): ReadableStream<Uint8Array> {
  const stop = new AbortController();
  const signal = AbortSignal.any([client, stop.signal]);
  let events: AsyncIterator<StreamEvent> | undefined;
  let beat: NodeJS.Timeout | undefined;
  const recheck = setInterval(async () => {
    // An error decides nothing: the next check, or the source itself, ends the stream.
    if (!(await mayRead().catch(() => true))) stop.abort();
  }, RECHECK_MS);
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    clearInterval(beat);
    clearInterval(recheck);
    client.removeEventListener("abort", close);
    stop.abort();
    closed();
  };
  // A reader may leave before it has read anything, and then nothing is pulled or cancelled.
  client.addEventListener("abort", close);
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(`retry: ${RETRY_MS}\n\n`));
      events = stream.source(signal)[Symbol.asyncIterator]();
      beat = setInterval(() => {
        if (!isClosed && (controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(": alive\n\n"));
      }, HEARTBEAT_MS);
      if (client.aborted) close();
    },
    async pull(controller) {
      try {
        const next = await events?.next();
        if (next === undefined || next.done === true) {
          close();
          controller.close();
          return;
        }
        controller.enqueue(encodeEvent(present(next.value)));
      } catch (error) {
        const last = client.aborted ? null : failed(error);
        close();
        if (last !== null) controller.enqueue(encodeEvent(last));
        controller.close();
      }
    },
    async cancel() {
      close();
      await events?.return?.();
    },
  });
}
