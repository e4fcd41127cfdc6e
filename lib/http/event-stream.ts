/** One event of a stream. `data` is presented by the route's allow-list for its name. */
export type StreamEvent = { event: string; data: unknown; id?: string };

/** Interval of comments on an idle stream: proxies commonly close a silent connection after 30 to 60 s. */
const HEARTBEAT_MS = 15_000;
/** Interval of access checks: revoked access ends a stream within two seconds (product.md, "API keys"). */
const RECHECK_MS = 1_000;
/** Reconnection time in milliseconds (the `retry` field of the HTML standard). */
const RETRY_MS = 1_000;

/**
 * A verb's response as a stream of events. Its source ends when the signal aborts. `reference` resolves when
 * the verb has done its work, for the idempotency record.
 */
export class EventStream {
  constructor(
    readonly source: (signal: AbortSignal) => AsyncIterable<StreamEvent>,
    readonly reference: Promise<string> | null = null,
  ) {}
}

const encoder = new TextEncoder();

/**
 * Encodes an event in the HTML standard's wire format. JSON has no line breaks, so one data line is enough.
 */
export function encodeEvent({ event, data, id }: StreamEvent): Uint8Array {
  return encoder.encode(
    `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
  );
}

type StreamEnvironment = {
  /** Presents an event for the reader. */
  present(event: StreamEvent): StreamEvent;
  /** Converts an error of the source to a last event. */
  failed(error: unknown): StreamEvent;
  /** Whether the reader still has access. */
  mayRead(): Promise<boolean>;
  client: AbortSignal;
  /** Called once when the stream has ended, for any reason. */
  closed(): void;
};

/**
 * The stream's bytes. It pulls one event at a time, so that a slow reader slows down the source instead of
 * filling memory.
 */
export function streamBody(
  stream: EventStream,
  { present, failed, mayRead, client, closed }: StreamEnvironment,
): ReadableStream<Uint8Array> {
  const stop = new AbortController();
  const signal = AbortSignal.any([client, stop.signal]);
  let events: AsyncIterator<StreamEvent> | undefined;
  let beat: NodeJS.Timeout | undefined;
  const recheck = setInterval(async () => {
    // A failed check decides nothing: the next check, or the source, ends the stream.
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
  // If the reader leaves before reading, nothing is pulled or canceled.
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
