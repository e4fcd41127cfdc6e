import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import { createCounterMode } from "./counter-mode";
import type { SessionKeys } from "./srtp-keys";
import {
  RTCP_CLEAR_BYTES,
  RTCP_ENCRYPTED,
  RTCP_INDEX_BYTES,
  readIndexWord,
  type SrtpTransform,
} from "./srtp-transform";

type Sizes = { rtpTag: number; rtcpTag: number; mkiBytes: number };

/** Truncated HMAC-SHA1 of a packet, and of its rollover counter for RTP (RFC 3711, 4.2). */
function createAuthenticator(auth: Buffer) {
  const key: KeyObject = createSecretKey(auth);
  const counter = Buffer.alloc(4);
  return (content: Buffer, rollover: number | null, tagBytes: number): Buffer => {
    const hmac = createHmac("sha1", key).update(content);
    if (rollover !== null) {
      counter.writeUInt32BE(rollover, 0);
      hmac.update(counter);
    }
    return hmac.digest().subarray(0, tagBytes);
  };
}

const rolloverOf = (index: number): number => Math.floor(index / 0x1_0000) >>> 0;

/** AES in counter mode with HMAC-SHA1 (RFC 3711): the mandatory suite of SRTP. */
export function createAesCm(rtp: SessionKeys, rtcp: SessionKeys, sizes: Sizes): SrtpTransform {
  const { rtpTag, rtcpTag, mkiBytes } = sizes;
  const cryptRtp = createCounterMode(rtp.key, rtp.salt);
  const cryptRtcp = createCounterMode(rtcp.key, rtcp.salt);
  const rtpTagOf = createAuthenticator(rtp.auth);
  const rtcpTagOf = createAuthenticator(rtcp.auth);

  return {
    rtpTagBytes: rtpTag,
    protectRtp(packet, headerBytes, ssrc, index) {
      const end = packet.length - rtpTag;
      cryptRtp(packet, headerBytes, end, ssrc, index);
      rtpTagOf(packet.subarray(0, end), rolloverOf(index), rtpTag).copy(packet, end);
      return packet;
    },
    unprotectRtp(packet, headerBytes, ssrc, index) {
      const end = packet.length - rtpTag - mkiBytes;
      if (end < headerBytes) return null;
      const content = packet.subarray(0, end);
      const tag = rtpTagOf(content, rolloverOf(index), rtpTag);
      if (!timingSafeEqual(tag, packet.subarray(packet.length - rtpTag))) return null;
      cryptRtp(content, headerBytes, end, ssrc, index);
      return content;
    },
    protectRtcp(packet, ssrc, index) {
      const end = packet.length + RTCP_INDEX_BYTES;
      const output = Buffer.allocUnsafe(end + rtcpTag);
      packet.copy(output);
      cryptRtcp(output, RTCP_CLEAR_BYTES, packet.length, ssrc, index);
      output.writeUInt32BE(RTCP_ENCRYPTED + index, packet.length);
      rtcpTagOf(output.subarray(0, end), null, rtcpTag).copy(output, end);
      return output;
    },
    readRtcpIndex(packet) {
      const at = packet.length - rtcpTag - mkiBytes - RTCP_INDEX_BYTES;
      return at < RTCP_CLEAR_BYTES ? null : readIndexWord(packet.readUInt32BE(at));
    },
    unprotectRtcp(packet, ssrc, index) {
      const authenticated = packet.subarray(0, packet.length - rtcpTag - mkiBytes);
      const tag = rtcpTagOf(authenticated, null, rtcpTag);
      if (!timingSafeEqual(tag, packet.subarray(packet.length - rtcpTag))) return null;
      const content = authenticated.subarray(0, authenticated.length - RTCP_INDEX_BYTES);
      cryptRtcp(content, RTCP_CLEAR_BYTES, content.length, ssrc, index);
      return content;
    },
  };
}
