import type { Dispatcher } from "undici";
import { EgressError, toEgressError } from "./errors";
import { parseTarget } from "./url";

export type EgressSend = {
  method: string;
  headers: Record<string, string>;
  body: Buffer;
  signal: AbortSignal;
  /** Limit for the whole exchange: a free socket, connection, headers and body. */
  timeoutMs: number;
  /** Limit for the response body, which is dropped. */
  maxBytes: number;
};

/**
 * Abort listeners by signal. Each signal has one event listener, since thousands of exchanges may share it.
 */
const abortListeners = new WeakMap<AbortSignal, Set<() => void>>();

function onAbort(signal: AbortSignal, listener: () => void): () => void {
  let listeners = abortListeners.get(signal);
  if (listeners === undefined) {
    listeners = new Set();
    abortListeners.set(signal, listeners);
    const sharedListeners = listeners;
    signal.addEventListener("abort", () => {
      for (const call of [...sharedListeners]) call();
    });
  }
  listeners.add(listener);
  const signalListeners = listeners;
  return () => signalListeners.delete(listener);
}

/** One exchange as an undici handler. The first event that ends it decides the result. */
class Exchange implements Dispatcher.DispatchHandler {
  private status = 0;
  private bytes = 0;
  private hasEnded = false;
  private controller: Dispatcher.DispatchController | undefined;
  private readonly timer: NodeJS.Timeout;
  private readonly removeAbortListener: () => void;

  constructor(
    private readonly init: EgressSend,
    private readonly done: (status: number) => void,
    private readonly fail: (error: unknown) => void,
  ) {
    this.timer = setTimeout(() => this.abort(new EgressError("timeout")), init.timeoutMs);
    this.removeAbortListener = onAbort(init.signal, () => this.abort(init.signal.reason));
  }

  /** Ends the exchange. Returns false if it had already ended. */
  private end(): boolean {
    if (this.hasEnded) return false;
    this.hasEnded = true;
    clearTimeout(this.timer);
    this.removeAbortListener();
    return true;
  }

  private abort(reason: unknown): void {
    if (!this.end()) return;
    this.fail(reason);
    this.controller?.abort(new EgressError("network"));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // Aborted while it waited for a socket, so it must not be sent.
    if (this.hasEnded) controller.abort(new EgressError("network"));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number): void {
    this.status = status;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.bytes += chunk.byteLength;
    if (this.bytes > this.init.maxBytes) this.abort(new EgressError("too_large"));
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

/** Sends a body once and returns the status. Redirects are not followed. */
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
