import type { SipConnection } from "./connection";
import type { SipLimits } from "./limits";
import { limitedAddress } from "./peer-address";

/**
 * Connections of peers without an identified request. Each address has few, and all together have fewer than the endpoint
 * accepts, so that connections that send nothing keep no trunk away.
 */
export class Strangers {
  /** In the order of their acceptance. */
  readonly #connections = new Set<SipConnection>();
  readonly #perAddress = new Map<string, number>();

  constructor(readonly limits: Pick<SipLimits, "strangers" | "strangersPerAddress">) {}

  /** Whether an address has its maximum of unidentified connections. */
  isFull(address: string): boolean {
    return (this.#perAddress.get(limitedAddress(address)) ?? 0) >= this.limits.strangersPerAddress;
  }

  /** Adds a connection, and closes the oldest if there are too many: a trunk sends its first request at once. */
  add(connection: SipConnection): void {
    this.#connections.add(connection);
    const address = limitedAddress(connection.source.address);
    this.#perAddress.set(address, (this.#perAddress.get(address) ?? 0) + 1);
    const [oldest] = this.#connections;
    if (this.#connections.size <= this.limits.strangers || !oldest) return;
    oldest.close();
    // It gets no response, so there is nothing to send first.
    oldest.socket.destroy();
  }

  /** Removes a connection that was identified or closed. */
  remove(connection: SipConnection): void {
    if (!this.#connections.delete(connection)) return;
    const address = limitedAddress(connection.source.address);
    const count = (this.#perAddress.get(address) ?? 1) - 1;
    if (count > 0) this.#perAddress.set(address, count);
    else this.#perAddress.delete(address);
  }
}
