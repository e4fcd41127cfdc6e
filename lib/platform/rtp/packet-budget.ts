/** Packets of 10 ms with key events have five a tick; bursts after a stall of the network are longer. */
const PER_TICK = 10;
const MAX_BURST = 250;
/** Packets that are not from the session's source cost a check of their authentication each, so they get few. */
const UNPROVEN_PER_TICK = 2;
const MAX_UNPROVEN = 20;

/**
 * Where a datagram is from: the source of the accepted packets; the negotiated address, before its first accepted packet; or a
 * stranger.
 */
export type PacketOrigin = "source" | "negotiated" | "stranger";

const RATES: Record<PacketOrigin, { perTick: number; max: number }> = {
  source: { perTick: PER_TICK, max: MAX_BURST },
  negotiated: { perTick: UNPROVEN_PER_TICK, max: MAX_UNPROVEN },
  stranger: { perTick: UNPROVEN_PER_TICK, max: MAX_UNPROVEN },
};

/** Bounds the work that a flood of datagrams causes. */
export type PacketBudget = {
  /** Whether a datagram is to be processed. Each origin has a separate budget, so that a flood of strangers displaces no packet of the peer. */
  take(origin: PacketOrigin): boolean;
  /** Called each 20 ms. */
  refill(): void;
};

export function createPacketBudget(): PacketBudget {
  const remaining = { source: MAX_BURST, negotiated: MAX_UNPROVEN, stranger: MAX_UNPROVEN };
  return {
    take(origin) {
      if (remaining[origin] <= 0) return false;
      remaining[origin]--;
      return true;
    },
    refill() {
      for (const origin of ["source", "negotiated", "stranger"] as const)
        remaining[origin] = Math.min(RATES[origin].max, remaining[origin] + RATES[origin].perTick);
    },
  };
}
