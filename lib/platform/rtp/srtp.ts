import { createAesCm } from "./aes-cm";
import { createAesGcm } from "./aes-gcm";
import { createReplayWindow, type ReplayWindow } from "./replay-window";
import type { RtpHeader } from "./rtp-packet";
import { extendSequence } from "./sequence";
import { deriveSessionKeys } from "./srtp-keys";
import { MAX_RTP_PACKETS, type SrtpKey, SUITE_SIZES } from "./srtp-suites";
import type { SrtpTransform } from "./srtp-transform";

/** Sources that a key may have: devices and proxies change them with a re-INVITE. Further ones are refused. */
const MAX_SOURCES = 64;
/** Packets with a key at most (RFC 3711, 9.2), for the index of SRTCP. */
const MAX_RTCP_INDEX = 0x7fff_ffff;

/** The transform of a key's suite. */
export function createTransform(key: SrtpKey): SrtpTransform {
  const rtp = deriveSessionKeys(key, "rtp");
  const rtcp = deriveSessionKeys(key, "rtcp");
  const { mkiBytes } = key;
  if (key.suite === "AEAD_AES_128_GCM") return createAesGcm(rtp, rtcp, mkiBytes);
  const { rtpTag, rtcpTag } = SUITE_SIZES[key.suite];
  return createAesCm(rtp, rtcp, { rtpTag, rtcpTag, mkiBytes });
}

/** Encrypts the packets of a session's only source. */
export type SrtpSender = {
  /** Spare bytes that a packet needs at its end. */
  readonly tagBytes: number;
  /** Null after 2^48 packets, when the key must not be used again. */
  protectRtp(packet: Buffer, headerBytes: number, ssrc: number, sequence: number): Buffer | null;
  /** Null after 2^31 packets, when the key must not be used again. */
  protectRtcp(packet: Buffer, ssrc: number): Buffer | null;
};

/** A sender whose sequence numbers increase by one and may wrap. */
export function createSrtpSender(key: SrtpKey): SrtpSender {
  const transform = createTransform(key);
  let highest = -1;
  let rtcpIndex = 0;
  return {
    tagBytes: transform.rtpTagBytes,
    protectRtp(packet, headerBytes, ssrc, sequence) {
      highest = highest === -1 ? sequence : extendSequence(sequence, highest);
      if (highest >= MAX_RTP_PACKETS) return null;
      return transform.protectRtp(packet, headerBytes, ssrc, highest);
    },
    protectRtcp(packet, ssrc) {
      if (rtcpIndex > MAX_RTCP_INDEX) return null;
      return transform.protectRtcp(packet, ssrc, rtcpIndex++);
    },
  };
}

/** Decrypts packets, each once. */
export type SrtpReceiver = {
  /** The decrypted packet; null if it is not authentic, a replay, or of too many sources. */
  unprotectRtp(packet: Buffer, header: RtpHeader): Buffer | null;
  unprotectRtcp(packet: Buffer): Buffer | null;
};

/** A receiver of a key. Sources are remembered once authenticated, so strangers cannot fill the table. */
export function createSrtpReceiver(key: SrtpKey): SrtpReceiver {
  const transform = createTransform(key);
  const rtpWindows = new Map<number, ReplayWindow>();
  const rtcpWindows = new Map<number, ReplayWindow>();
  const { maxPackets = MAX_RTP_PACKETS } = key;
  const counts = { rtp: 0, rtcp: 0 };
  /** Index of a packet. A new source begins in the first cycle, as RFC 4568, 6.4 requires. */
  const indexOf = (sequence: number, window: ReplayWindow | undefined): number =>
    window === undefined ? sequence : extendSequence(sequence, window.highest);
  const remember = (windows: Map<number, ReplayWindow>, ssrc: number, index: number) => {
    const window = windows.get(ssrc) ?? createReplayWindow(index);
    windows.set(ssrc, window);
    window.add(index);
  };
  return {
    unprotectRtp(packet, { ssrc, sequence, headerBytes }) {
      // The sender must have agreed on a new key by now. Without one, the call ends as if no packets came.
      if (counts.rtp >= maxPackets) return null;
      const window = rtpWindows.get(ssrc);
      if (window === undefined && rtpWindows.size >= MAX_SOURCES) return null;
      const index = indexOf(sequence, window);
      if (index < 0 || index >= MAX_RTP_PACKETS || window?.isNew(index) === false) return null;
      const content = transform.unprotectRtp(packet, headerBytes, ssrc, index);
      if (content === null) return null;
      counts.rtp++;
      remember(rtpWindows, ssrc, index);
      return content;
    },
    unprotectRtcp(packet) {
      const index = transform.readRtcpIndex(packet);
      if (index === null || counts.rtcp >= maxPackets) return null;
      const ssrc = packet.readUInt32BE(4);
      const window = rtcpWindows.get(ssrc);
      if (window === undefined && rtcpWindows.size >= MAX_SOURCES) return null;
      if (window?.isNew(index) === false) return null;
      const content = transform.unprotectRtcp(packet, ssrc, index);
      if (content === null) return null;
      counts.rtcp++;
      remember(rtcpWindows, ssrc, index);
      return content;
    },
  };
}
