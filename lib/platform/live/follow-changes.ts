import { setTimeout as pause } from "node:timers/promises";
import type { LiveBus } from "./port";

type Options<T> = {
  /** ID of the campaign or the run whose events are changes. */
  id: string;
  read(): Promise<T>;
  /** Whether a state is the last one. */
  isFinal(state: T): boolean;
  /** Time between two states at least, and at most also without an event. */
  minIntervalMs: number;
  maxIntervalMs: number;
  signal: AbortSignal;
};

/** Waits. An abort ends the wait early and is no error. */
const pauseFor = (ms: number, signal: AbortSignal): Promise<unknown> =>
  pause(ms, undefined, { signal }).catch(() => undefined);

/**
 * Makes the function that yields a state: at once, then after each change, within the intervals, until the final state or the
 * signal.
 */
export const createFollowChanges = ({ subscribe }: Pick<LiveBus, "subscribe">) =>
  async function* followChanges<T>({
    id,
    read,
    isFinal,
    minIntervalMs,
    maxIntervalMs,
    signal,
  }: Options<T>): AsyncGenerator<T> {
    let news = new AbortController();
    const stop = await subscribe(id, () => news.abort());
    try {
      while (!signal.aborted) {
        // Changes from here on count as news, also those during the read.
        news = new AbortController();
        const state = await read();
        yield state;
        if (isFinal(state)) return;
        await pauseFor(minIntervalMs, signal);
        await pauseFor(maxIntervalMs - minIntervalMs, AbortSignal.any([signal, news.signal]));
      }
    } finally {
      stop();
    }
  };
