import { createMediaTransport } from "./media-transport";
import { createNegotiation, type NegotiatedMedia } from "./negotiation";
import { createPlayoutQueue } from "./playout-queue";
import type { PortPair } from "./port-pair";
import { createReceiver, type Receiver } from "./receiver";
import { createReception } from "./reception";
import type { RemoteMedia } from "./remote-media";
import { createReportSchedule } from "./report-schedule";
import { createRtcp } from "./rtcp";
import { SdpError } from "./sdp-error";
import { createSender } from "./sender";
import type { Ticker } from "./ticker";
import type { MediaSession, MediaSessionOptions } from "./types";

/** Jitter buffers of devices have about two packets. */
const REMOTE_BUFFER_MS = 40;

type Surroundings = {
  ports: PortPair;
  advertisedAddress: string;
  ticker: Ticker;
  isAddressAllowed(ip: string, port: number): boolean;
  onClose(): void;
};

/** Creates the session of bound ports. */
export function createMediaSession(
  options: MediaSessionOptions,
  { ports, advertisedAddress, ticker, isAddressAllowed, onClose }: Surroundings,
): MediaSession {
  const negotiation = createNegotiation(options, { address: advertisedAddress, port: ports.port });
  const reception = createReception();
  const rtcp = createRtcp(reception);
  const reports = createReportSchedule();
  const queue = createPlayoutQueue();
  let receiver: Receiver | null = null;
  let media: NegotiatedMedia | null = null;
  let isLocalHold = false;
  let isClosed = false;

  const signalingAddress = options.signalingAddress ?? null;
  const transport = createMediaTransport(ports, signalingAddress, isAddressAllowed, {
    onRtp: (header, payload, nowMs) => isLocalHold || (receiver?.accept(header, payload, nowMs) ?? true),
    onRtcp(packet) {
      const isValid = rtcp.accept(packet, sender.ssrc);
      sender.setLoss(rtcp.remoteLoss ?? 0);
      return isValid;
    },
  });
  const sender = createSender(queue, transport.sendRtp);
  const isRemoteReceiving = () =>
    media !== null &&
    media.remote.address !== null &&
    !["sendonly", "inactive"].includes(media.remote.direction);
  const isRemoteSending = () =>
    media !== null && !isLocalHold && !["recvonly", "inactive"].includes(media.remote.direction);
  /**
   * Where to send audio. Devices behind a NAT name an address of their network, which is not allowed; their packets come from
   * where their signaling comes from, and the first one tells the port (RFC 4961). Throws `SdpError` (`address_not_allowed`).
   */
  const resolveRemote = (remote: RemoteMedia): RemoteMedia => {
    const { address, port } = remote;
    if (address === null || isAddressAllowed(address, port)) return remote;
    if (signalingAddress === null || !isAddressAllowed(signalingAddress, port))
      throw new SdpError("address_not_allowed");
    return { ...remote, address: signalingAddress };
  };
  const apply = (negotiated: NegotiatedMedia) => {
    const next = { ...negotiated, remote: resolveRemote(negotiated.remote) };
    media = next;
    transport.apply(next);
    sender.setFormats(next.sendFormats, transport.encryption);
    receiver?.setFormats(next.receiveFormats);
  };
  const tick = (nowMs: number, skipped: number) => {
    transport.tick();
    if (receiver === null || media === null) return;
    sender.tick(skipped, !isRemoteReceiving());
    receiver.tick(nowMs, isRemoteSending());
    if (reports.isDue(nowMs))
      transport.sendRtcp(rtcp.writeReport(sender.ssrc, sender.takeInfo()), sender.ssrc);
  };
  ticker.add(tick);

  return {
    createOffer({ hold = false } = {}) {
      isLocalHold = hold;
      return negotiation.createOffer(hold);
    },
    acceptAnswer: (sdp) => apply(negotiation.acceptAnswer(sdp)),
    acceptOffer(sdp) {
      const { answer, media: next } = negotiation.acceptOffer(sdp);
      isLocalHold = false;
      apply(next);
      return answer;
    },
    start(handlers) {
      receiver = createReceiver(handlers, reception);
      if (media !== null) receiver.setFormats(media.receiveFormats);
    },
    send(frame) {
      if (!isClosed) queue.push(frame);
    },
    sendLive(frame) {
      if (!isClosed) queue.pushLive(frame);
    },
    clear: queue.clear,
    waitForPlayback: () => (isClosed ? Promise.resolve(false) : queue.waitUntilEmpty()),
    sendKey: sender.pressKey,
    get lagMs() {
      return Math.round((rtcp.roundTripMs ?? 0) / 2 + REMOTE_BUFFER_MS);
    },
    get codec() {
      return sender.codec;
    },
    get isEncrypted() {
      return media?.keys != null;
    },
    get isHeld() {
      return media !== null && !isRemoteReceiving();
    },
    localPort: ports.port,
    stats: () => ({
      packetsSent: sender.packets,
      packetsReceived: reception.received,
      packetsLost: reception.lost,
      packetsRefused: transport.refused,
      jitterMs: reception.jitterMs,
      roundTripMs: rtcp.roundTripMs,
      remoteLoss: rtcp.remoteLoss,
    }),
    close() {
      if (isClosed) return;
      isClosed = true;
      ticker.remove(tick);
      if (media !== null) transport.sendRtcp(rtcp.writeBye(sender.ssrc), sender.ssrc);
      queue.markUnheard();
      queue.clear();
      transport.close();
      onClose();
    },
  };
}
