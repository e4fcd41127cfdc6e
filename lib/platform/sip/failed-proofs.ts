import { limitedAddress } from "./peer-address";

/** Wrong passwords that an address may send, over all its connections, until it is refused. */
const MAX_FAILURES = 10;
/** How long failures count, and how long the address is refused. */
const WINDOW_MS = 300_000;
/** Addresses that are remembered; beyond them, the oldest is forgotten. */
const MAX_ADDRESSES = 10_000;

type Failures = { count: number; untilMs: number };

/** Counts wrong passwords by address (by /64 for IPv6), so that a new connection gives no new guesses. */
export class FailedProofs {
  readonly #failures = new Map<string, Failures>();

  /** Whether requests of the address with an account are refused. */
  isRefused(address: string, nowMs: number): boolean {
    const failures = this.#failures.get(limitedAddress(address));
    return failures !== undefined && failures.count >= MAX_FAILURES && failures.untilMs > nowMs;
  }

  /** Counts a wrong password. True if the address is refused from now on. */
  add(address: string, nowMs: number): boolean {
    const key = limitedAddress(address);
    const before = this.#failures.get(key);
    const count = before !== undefined && before.untilMs > nowMs ? before.count + 1 : 1;
    const isFirst = count === 1;
    const untilMs = isFirst || count === MAX_FAILURES ? nowMs + WINDOW_MS : (before?.untilMs ?? nowMs);
    this.#failures.delete(key);
    this.#failures.set(key, { count, untilMs });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > MAX_ADDRESSES && oldest !== undefined) this.#failures.delete(oldest);
    return count === MAX_FAILURES;
  }
}
