import { EgressError, toEgressError } from "./errors";

/** A time limit for a whole exchange, combined with the caller's signal. */
export type Deadline = {
  readonly signal: AbortSignal;
  /** Aborts the exchange. */
  abort(reason: EgressError): void;
  /**
   * The error to throw for `error`: the abort's reason if it was aborted (also by the caller), else a typed
   * error.
   */
  toThrown(error: unknown): unknown;
  end(): void;
};

export function startDeadline(timeoutMs: number, signal: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const joined = signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]);
  const timer = setTimeout(() => controller.abort(new EgressError("timeout")), timeoutMs);
  return {
    signal: joined,
    abort: (reason) => controller.abort(reason),
    toThrown: (error) => (joined.aborted ? joined.reason : toEgressError(error)),
    end: () => clearTimeout(timer),
  };
}
