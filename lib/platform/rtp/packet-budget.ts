/** Packets of 10 ms with key events have five a tick; bursts after a stall of the network are longer. */
const PER_TICK = 10;
const MAX_BURST = 250;
/** Packets of strangers cost a check of their authentication each, so they get few. */
const STRANGERS_PER_TICK = 2;
const MAX_STRANGERS = 20;

/** Bounds the work that a flood of datagrams causes. */
export type PacketBudget = {
  /** Whether a datagram is to be processed. The source of the session has a budget apart from that of strangers. */
  take(isSource: boolean): boolean;
  /** Called each 20 ms. */
  refill(): void;
};

export function createPacketBudget(): PacketBudget {
  let source = MAX_BURST;
  let strangers = MAX_STRANGERS;
  return {
    take(isSource) {
      if (isSource) return source > 0 && source-- > 0;
      return strangers > 0 && strangers-- > 0;
    },
    refill() {
      source = Math.min(MAX_BURST, source + PER_TICK);
      strangers = Math.min(MAX_STRANGERS, strangers + STRANGERS_PER_TICK);
    },
  };
}
