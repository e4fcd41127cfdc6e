import { log } from "@/lib/platform/log";

/** Counts the accepted connections of each address. An address beyond its maximum is logged, once until one of its connections ends. */
export class PeerCounts {
  readonly #counts = new Map<string, number>();
  readonly #reported = new Set<string>();
  #total = 0;

  /** `maxPerAddress`: the maximum of connections of an address. */
  constructor(readonly maxPerAddress: number) {}

  /** The accepted connections of all addresses. */
  get total(): number {
    return this.#total;
  }

  /** Whether an address has its maximum. */
  isFull(address: string): boolean {
    const count = this.#counts.get(address) ?? 0;
    if (count < this.maxPerAddress) return false;
    if (!this.#reported.has(address)) {
      this.#reported.add(address);
      log.warn(
        { address, connections: count },
        "further SIP connections of an address are closed, as it has its maximum; let the peer reuse its connections",
      );
    }
    return true;
  }

  add(address: string): void {
    this.#total++;
    this.#counts.set(address, (this.#counts.get(address) ?? 0) + 1);
  }

  remove(address: string): void {
    this.#total--;
    this.#reported.delete(address);
    const count = (this.#counts.get(address) ?? 1) - 1;
    if (count > 0) this.#counts.set(address, count);
    else this.#counts.delete(address);
  }
}
