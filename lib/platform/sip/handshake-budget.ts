import type { Socket } from "node:net";
import type { SipLimits } from "./limits";
import { limitedAddress, readPeerAddress } from "./peer-address";

/** Addresses whose handshakes are counted. The one that was counted longest ago is forgotten first. */
const MAX_ADDRESSES = 10_000;

type Entry = { tokens: number; atMs: number; pending: number };

/**
 * Bounds the TLS handshakes of each address: those in progress, and those per second. Each handshake costs a signature, so
 * a flood from an address would delay the calls of all.
 */
export class HandshakeBudget {
  readonly #entries = new Map<string, Entry>();

  constructor(
    readonly limits: Pick<SipLimits, "strangersPerAddress" | "handshakesPerSecond" | "handshakeBurst">,
  ) {}

  /** Counts the handshake of a socket until the returned function is called; null if its address has too many. */
  start(socket: Socket, nowMs: number = performance.now()): (() => void) | null {
    const address = readPeerAddress(socket);
    if (address === "") return null;
    const entry = this.#refill(limitedAddress(address), nowMs);
    if (entry.tokens < 1 || entry.pending >= this.limits.strangersPerAddress) return null;
    entry.tokens--;
    entry.pending++;
    let isOver = false;
    return () => {
      if (!isOver) entry.pending--;
      isOver = true;
    };
  }

  #refill(key: string, nowMs: number): Entry {
    const { handshakeBurst, handshakesPerSecond } = this.limits;
    const entry = this.#entries.get(key) ?? { tokens: handshakeBurst, atMs: nowMs, pending: 0 };
    const added = ((nowMs - entry.atMs) / 1_000) * handshakesPerSecond;
    Object.assign(entry, { tokens: Math.min(handshakeBurst, entry.tokens + added), atMs: nowMs });
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_ADDRESSES && oldest !== undefined) this.#entries.delete(oldest);
    return entry;
  }
}
