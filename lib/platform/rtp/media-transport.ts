import type { RemoteInfo } from "node:dgram";
import type { NegotiatedMedia } from "./negotiation";
import { createPacketBudget, type PacketOrigin } from "./packet-budget";
import type { PortPair } from "./port-pair";
import { isRtcp } from "./rtcp-packet";
import { MAX_PACKET_BYTES, type RtpHeader, readPayload, readRtpHeader } from "./rtp-packet";
import { createSourceFilter, type Endpoint, normalizeAddress, type SourceFilter } from "./source-filter";
import { createSrtpReceiver, createSrtpSender, type SrtpReceiver, type SrtpSender } from "./srtp";
import type { SrtpKey } from "./srtp-suites";

/** Decrypted packets from an allowed source. Each returns whether the packet was valid. */
export type TransportHandlers = {
  onRtp(header: RtpHeader, payload: Buffer, nowMs: number): boolean;
  onRtcp(packet: Buffer): boolean;
};

/** The sockets of a session with its addresses and keys. */
export type MediaTransport = {
  apply(media: NegotiatedMedia): void;
  /** Sends a packet that is already encrypted. */
  sendRtp(packet: Buffer): void;
  /** Encrypts and sends. */
  sendRtcp(packet: Buffer, ssrc: number): void;
  tick(): void;
  close(): void;
  /** Encryption of RTP; null if the session has none. */
  readonly encryption: SrtpSender | null;
  readonly refused: number;
};

const originOf = (source: Endpoint, filter: SourceFilter): PacketOrigin => {
  if (filter.isLatched(source)) return "source";
  return filter.isRemote(source) ? "negotiated" : "stranger";
};

const isSameKey = (a: SrtpKey | null, b: SrtpKey | null): boolean =>
  a === b || (a !== null && b !== null && a.suite === b.suite && a.master.equals(b.master));

export function createMediaTransport(
  sockets: PortPair,
  signalingAddress: string | null,
  isAddressAllowed: (address: string, port: number) => boolean,
  handlers: TransportHandlers,
): MediaTransport {
  const rtpSource = createSourceFilter(signalingAddress);
  const rtcpSource = createSourceFilter(signalingAddress);
  const budget = createPacketBudget();
  let keys: NegotiatedMedia["keys"] = null;
  let sender: SrtpSender | null = null;
  let receiver: SrtpReceiver | null = null;
  let isNegotiated = false;
  let hasMux = false;
  let refused = 0;

  const acceptRtp = (packet: Buffer, nowMs: number): boolean => {
    const header = readRtpHeader(packet);
    if (header === null) return false;
    const content = keys === null ? packet : (receiver?.unprotectRtp(packet, header) ?? null);
    const payload = content === null ? null : readPayload(content, header);
    return payload !== null && handlers.onRtp(header, payload, nowMs);
  };
  const acceptRtcp = (packet: Buffer): boolean => {
    if (packet.length < 8 || packet.length > MAX_PACKET_BYTES) return false;
    const content = keys === null ? packet : (receiver?.unprotectRtcp(packet) ?? null);
    return content !== null && handlers.onRtcp(content);
  };
  /**
   * An authenticated packet may come from any address, as behind a NAT: the key says who sent it. As packets are then sent
   * there, it must be an address that the operator allows.
   */
  const isSourceAllowed = (source: Endpoint, filter: SourceFilter, nowMs: number): boolean => {
    if (keys === null) return filter.isAllowed(source, nowMs);
    return filter.isLatched(source) || isAddressAllowed(source.address, source.port);
  };
  const receive = (packet: Buffer, info: RemoteInfo, filter: SourceFilter, isReport: boolean) => {
    const source: Endpoint = { address: normalizeAddress(info.address), port: info.port };
    const nowMs = performance.now();
    const isAllowed = isNegotiated && isSourceAllowed(source, filter, nowMs);
    const accept = () => (isReport ? acceptRtcp(packet) : acceptRtp(packet, nowMs));
    if (!isAllowed || !budget.take(originOf(source, filter)) || !accept()) {
      refused++;
      return;
    }
    filter.latch(source, nowMs);
  };
  sockets.rtp.on("message", (packet, info) => {
    const isReport = hasMux && isRtcp(packet);
    receive(packet, info, rtpSource, isReport);
  });
  sockets.rtcp.on("message", (packet, info) => receive(packet, info, rtcpSource, true));

  const send = (packet: Buffer, isReport: boolean) => {
    const target = isReport && !hasMux ? rtcpSource.target : rtpSource.target;
    if (target === null) return;
    (isReport && !hasMux ? sockets.rtcp : sockets.rtp).send(packet, target.port, target.address);
  };
  const setKeys = (next: NegotiatedMedia["keys"]) => {
    if (!isSameKey(keys?.local ?? null, next?.local ?? null))
      sender = next === null ? null : createSrtpSender(next.local);
    if (!isSameKey(keys?.remote ?? null, next?.remote ?? null))
      receiver = next === null ? null : createSrtpReceiver(next.remote);
    keys = next;
  };
  return {
    apply(media) {
      const { address, port, rtcpPort } = media.remote;
      setKeys(media.keys);
      hasMux = media.hasMux;
      rtpSource.setRemote(address === null ? null : { address, port });
      rtcpSource.setRemote(address === null ? null : { address, port: rtcpPort });
      isNegotiated = true;
    },
    sendRtp: (packet) => send(packet, false),
    sendRtcp(packet, ssrc) {
      const content = sender === null ? packet : sender.protectRtcp(packet, ssrc);
      if (content !== null) send(content, true);
    },
    tick: budget.refill,
    close: sockets.close,
    get encryption() {
      return sender;
    },
    get refused() {
      return refused;
    },
  };
}
