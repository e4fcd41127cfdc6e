import { createCipheriv, createDecipheriv, createSecretKey } from "node:crypto";
import type { SessionKeys } from "./srtp-keys";
import {
  RTCP_CLEAR_BYTES,
  RTCP_ENCRYPTED,
  RTCP_INDEX_BYTES,
  readIndexWord,
  type SrtpTransform,
} from "./srtp-transform";

const ALGORITHM = "aes-128-gcm";
const TAG_BYTES = 16;
const IV_BYTES = 12;

/** Encrypts and decrypts with a key; the initialization vector of RTP and SRTCP has the same layout. */
function createAead({ key, salt }: SessionKeys) {
  const secret = createSecretKey(key);
  const iv = Buffer.alloc(IV_BYTES);
  /** RFC 7714, 8.1 and 9.1: SSRC and a 48-bit index behind two zero bytes, XORed with the salt. */
  const setIv = (ssrc: number, index: number) => {
    iv.writeUInt16BE(0, 0);
    iv.writeUInt32BE(ssrc, 2);
    iv.writeUIntBE(index, 6, 6);
    for (let i = 0; i < IV_BYTES; i++) iv[i] = (iv[i] as number) ^ (salt[i] as number);
  };
  return {
    /** Ciphertext and tag. */
    seal(plain: Buffer, clear: Buffer, ssrc: number, index: number): [Buffer, Buffer] {
      setIv(ssrc, index);
      const cipher = createCipheriv(ALGORITHM, secret, iv).setAAD(clear);
      const content = cipher.update(plain);
      cipher.final();
      return [content, cipher.getAuthTag()];
    },
    /** The plain text of a ciphertext with its tag; null if it is not authentic. */
    open(sealed: Buffer, clear: Buffer, ssrc: number, index: number): Buffer | null {
      setIv(ssrc, index);
      const end = sealed.length - TAG_BYTES;
      const decipher = createDecipheriv(ALGORITHM, secret, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(clear).setAuthTag(sealed.subarray(end));
      const plain = decipher.update(sealed.subarray(0, end));
      try {
        decipher.final();
        return plain;
      } catch {
        // The tag is wrong.
        return null;
      }
    },
  };
}

/** AES in Galois/Counter Mode (RFC 7714). Here the tag comes before the SRTCP index and the key identifier. */
export function createAesGcm(rtp: SessionKeys, rtcp: SessionKeys, mkiBytes: number): SrtpTransform {
  const rtpAead = createAead(rtp);
  const rtcpAead = createAead(rtcp);
  return {
    rtpTagBytes: TAG_BYTES,
    protectRtp(packet, headerBytes, ssrc, index) {
      const end = packet.length - TAG_BYTES;
      const plain = packet.subarray(headerBytes, end);
      const [content, tag] = rtpAead.seal(plain, packet.subarray(0, headerBytes), ssrc, index);
      content.copy(packet, headerBytes);
      tag.copy(packet, end);
      return packet;
    },
    unprotectRtp(packet, headerBytes, ssrc, index) {
      const sealed = packet.subarray(headerBytes, packet.length - mkiBytes);
      if (sealed.length < TAG_BYTES) return null;
      const clear = packet.subarray(0, headerBytes);
      const plain = rtpAead.open(sealed, clear, ssrc, index);
      if (plain === null) return null;
      plain.copy(packet, headerBytes);
      return packet.subarray(0, headerBytes + plain.length);
    },
    protectRtcp(packet, ssrc, index) {
      const word = Buffer.alloc(RTCP_INDEX_BYTES);
      word.writeUInt32BE(RTCP_ENCRYPTED + index);
      const clear = packet.subarray(0, RTCP_CLEAR_BYTES);
      const aad = Buffer.concat([clear, word]);
      const [content, tag] = rtcpAead.seal(packet.subarray(RTCP_CLEAR_BYTES), aad, ssrc, index);
      return Buffer.concat([clear, content, tag, word]);
    },
    readRtcpIndex(packet) {
      const at = packet.length - mkiBytes - RTCP_INDEX_BYTES;
      return at < RTCP_CLEAR_BYTES + TAG_BYTES ? null : readIndexWord(packet.readUInt32BE(at));
    },
    unprotectRtcp(packet, ssrc, index) {
      const at = packet.length - mkiBytes - RTCP_INDEX_BYTES;
      const clear = packet.subarray(0, RTCP_CLEAR_BYTES);
      const aad = Buffer.concat([clear, packet.subarray(at, at + RTCP_INDEX_BYTES)]);
      const plain = rtcpAead.open(packet.subarray(RTCP_CLEAR_BYTES, at), aad, ssrc, index);
      return plain === null ? null : Buffer.concat([clear, plain]);
    },
  };
}
