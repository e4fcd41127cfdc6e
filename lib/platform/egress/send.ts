import type { Dispatcher } from "undici";
import { EgressError, toEgressError } from "./errors";
import { parseTarget } from "./url";

export type EgressSend = {
  method: string;
  headers: Record<string, string>;
  body: Buffer;
  signal: AbortSignal;
  /** Limit over the whole exchange: a free socket, connecting, headers, body. */
  timeoutMs: number;
  /** Limit of the answer's body, which is dropped. */
  maxBytes: number;
};

/** What is broken off with a signal. It is listened to once, as thousands of exchanges may share one. */
const broken = new WeakMap<AbortSignal, Set<() => void>>();

function onAbort(signal: AbortSignal, listener: () => void): () => void {
  let listeners = broken.get(signal);
  if (listeners === undefined) {
    listeners = new Set();
    broken.set(signal, listeners);
    const all = listeners;
    signal.addEventListener("abort", () => {
      for (const one of [...all]) one();
    });
  }
  listeners.add(listener);
  const those = listeners;
  return () => those.delete(listener);
}

/** One exchange, told of by undici as it goes; whatever ends it first decides. */
class Exchange implements Dispatcher.DispatchHandler {
  private status = 0;
  private bytes = 0;
  private over = false;
  private controller: Dispatcher.DispatchController | undefined;
  private readonly timer: NodeJS.Timeout;
  private readonly deaf: () => void;

  constructor(
    private readonly init: EgressSend,
    private readonly done: (status: number) => void,
    private readonly fail: (error: unknown) => void,
  ) {
    this.timer = setTimeout(() => this.breakOff(new EgressError("timeout")), init.timeoutMs);
    this.deaf = onAbort(init.signal, () => this.breakOff(init.signal.reason));
  }

  /** Whether it had not ended before. */
  private end(): boolean {
    if (this.over) return false;
    this.over = true;
    clearTimeout(this.timer);
    this.deaf();
    return true;
  }

  private breakOff(reason: unknown): void {
    if (!this.end()) return;
    this.fail(reason);
    this.controller?.abort(new EgressError("network"));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // It was broken off while it waited for a socket, and is not to be sent.
    if (this.over) controller.abort(new EgressError("network"));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number): void {
    this.status = status;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.bytes += chunk.byteLength;
    if (this.bytes > this.init.maxBytes) this.breakOff(new EgressError("too_large"));
  }

  onResponseEnd(): void {
    if (!this.end()) return;
    if (this.status < 200 || this.status > 599) this.fail(new EgressError("network"));
    else this.done(this.status);
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.end()) this.fail(toEgressError(error));
  }
}

/** Sends a body once, and answers the status; redirects are not followed. */
export async function sendOnce(dispatcher: Dispatcher, url: string | URL, init: EgressSend): Promise<number> {
  const { origin, pathname, search } = parseTarget(url);
  init.signal.throwIfAborted();
  const { method, headers, body } = init;
  return new Promise((done, fail) => {
    const exchange = new Exchange(init, done, fail);
    const path = pathname + search;
    dispatcher.dispatch({ origin, path, method: method as Dispatcher.HttpMethod, headers, body }, exchange);
  });
}
