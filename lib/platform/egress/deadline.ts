import { EgressError, toEgressError } from "./errors";

/** One limit over a whole exchange, joined with the caller's own signal. */
export type Deadline = {
  readonly signal: AbortSignal;
  /** Breaks the exchange off. */
  abort(reason: EgressError): void;
  /** What to throw for `error`: the reason of the abort if there was one (the caller's own too), else a typed error. */
  explain(error: unknown): unknown;
  end(): void;
};

export function startDeadline(timeoutMs: number, signal: AbortSignal | undefined): Deadline {
  const own = new AbortController();
  const joined = signal === undefined ? own.signal : AbortSignal.any([signal, own.signal]);
  const timer = setTimeout(() => own.abort(new EgressError("timeout")), timeoutMs);
  return {
    signal: joined,
    abort: (reason) => own.abort(reason),
    explain: (error) => (joined.aborted ? joined.reason : toEgressError(error)),
    end: () => clearTimeout(timer),
  };
}
