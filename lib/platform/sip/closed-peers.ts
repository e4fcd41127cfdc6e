import type { SipConnection } from "./connection";
import type { SipSource } from "./types";

/** Longer than the ringing of a call and its last retransmission. */
const KEEP_MS = 300_000;
/** Peers that are remembered; the oldest is forgotten first. */
const MAX_PEERS = 1_000;

type ClosedPeer = { source: SipSource; trunkId: string; closedAt: number };

/** Where identified connections that are closed came from, so that responses to their requests can still be sent. */
export class ClosedPeers {
  readonly #peers = new Map<string, ClosedPeer>();

  /** Remembers a closed connection of a trunk. One of a stranger is ignored: nothing is ever sent to its address. */
  remember({ id, source, trunkIds }: SipConnection): void {
    const [trunkId] = trunkIds;
    if (trunkId === undefined) return;
    this.#peers.set(id, { source, trunkId, closedAt: Date.now() });
    for (const [key, { closedAt }] of this.#peers) {
      if (this.#peers.size <= MAX_PEERS && Date.now() - closedAt < KEEP_MS) return;
      this.#peers.delete(key);
    }
  }

  /** The peer of a closed connection, or undefined. */
  get(id: string): ClosedPeer | undefined {
    const peer = this.#peers.get(id);
    return peer && Date.now() - peer.closedAt < KEEP_MS ? peer : undefined;
  }
}
