/** An address that datagrams come from or go to. */
export type Endpoint = { address: string; port: number };

/** After this silence, another port of an allowed address is accepted, as a NAT may have changed it. */
const RELATCH_AFTER_MS = 2_000;
const MAPPED_PREFIX = "::ffff:";

/** An IPv4 address without the prefix that a socket for both families adds. */
export const normalizeAddress = (address: string): string =>
  address.toLowerCase().startsWith(MAPPED_PREFIX)
    ? address.slice(MAPPED_PREFIX.length)
    : address.toLowerCase();

/** Where a session's packets may come from and go to (symmetric RTP, RFC 4961). */
export type SourceFilter = {
  /** The negotiated address; null while the other side holds. A changed one forgets the source. */
  setRemote(remote: Endpoint | null): void;
  /** Whether a packet that is not authenticated comes from an allowed address. */
  isAllowed(source: Endpoint, nowMs: number): boolean;
  /** The source of an accepted packet, where packets are sent from now on. */
  latch(source: Endpoint, nowMs: number): void;
  isLatched(source: Endpoint): boolean;
  /** Whether a packet comes from the negotiated address and port. */
  isRemote(source: Endpoint): boolean;
  readonly target: Endpoint | null;
};

/**
 * Accepts the negotiated address, or `signalingAddress` for devices behind a NAT, with any port until the first packet,
 * and then only with the port of that packet.
 */
export function createSourceFilter(signalingAddress: string | null): SourceFilter {
  const signaling = signalingAddress === null ? null : normalizeAddress(signalingAddress);
  let remote: Endpoint | null = null;
  let latched: Endpoint | null = null;
  let latchedMs = 0;
  const isLatched = ({ address, port }: Endpoint): boolean =>
    latched !== null && latched.port === port && latched.address === address;
  return {
    setRemote(next) {
      const isSame = next?.address === remote?.address && next?.port === remote?.port;
      if (next !== null && !isSame) latched = null;
      remote = next === null ? null : { ...next, address: normalizeAddress(next.address) };
    },
    isAllowed(source, nowMs) {
      if (isLatched(source)) return true;
      const isAddressAllowed = source.address === remote?.address || source.address === signaling;
      return isAddressAllowed && (latched === null || nowMs - latchedMs > RELATCH_AFTER_MS);
    },
    latch(source, nowMs) {
      if (!isLatched(source)) latched = source;
      latchedMs = nowMs;
    },
    isLatched,
    isRemote: ({ address, port }) => remote?.address === address && remote.port === port,
    get target() {
      return remote === null ? null : (latched ?? remote);
    },
  };
}
