/**
 * Encryption of packets by a cipher suite. It keeps no counters: `index` is the extended sequence number of RTP, or the
 * SRTCP index, and replays are the caller's matter. Packets may be changed in place.
 */
export type SrtpTransform = {
  /** Bytes that protecting adds to an RTP packet. */
  readonly rtpTagBytes: number;
  /** Encrypts a packet that has `rtpTagBytes` spare bytes at its end. */
  protectRtp(packet: Buffer, headerBytes: number, ssrc: number, index: number): Buffer;
  /** The decrypted packet without its tag; null if it is not authentic. */
  unprotectRtp(packet: Buffer, headerBytes: number, ssrc: number, index: number): Buffer | null;
  protectRtcp(packet: Buffer, ssrc: number, index: number): Buffer;
  /** The index that the packet states, not yet authenticated; null if the packet is too short or not encrypted. */
  readRtcpIndex(packet: Buffer): number | null;
  unprotectRtcp(packet: Buffer, ssrc: number, index: number): Buffer | null;
};

/** Part of an RTCP packet that stays readable: its first header and SSRC. */
export const RTCP_CLEAR_BYTES = 8;
/** The bit before the SRTCP index that says that the packet is encrypted. */
export const RTCP_ENCRYPTED = 0x8000_0000;
export const RTCP_INDEX_BYTES = 4;

/** Splits the word of an SRTCP index; null if its packet is not encrypted. */
export function readIndexWord(word: number): number | null {
  return word >= RTCP_ENCRYPTED ? word - RTCP_ENCRYPTED : null;
}
