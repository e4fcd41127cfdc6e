/** Cipher suites of SDES (RFC 4568, 6.2; RFC 7714, 14.1) in the order of an offer. */
export const SRTP_SUITES = [
  "AES_CM_128_HMAC_SHA1_80",
  "AEAD_AES_128_GCM",
  "AES_CM_128_HMAC_SHA1_32",
] as const;
export type SrtpSuite = (typeof SRTP_SUITES)[number];

export const MASTER_KEY_BYTES = 16;

/** RTP packets with a key at most (RFC 3711, 9.2). */
export const MAX_RTP_PACKETS = 2 ** 48;

/** Sizes in bytes. */
export type SuiteSizes = { salt: number; rtpTag: number; rtcpTag: number };

/** SRTCP keeps the long tag where RTP has a short one (RFC 3711, 5.2; RFC 4568, 6.2.2). */
export const SUITE_SIZES: Record<SrtpSuite, SuiteSizes> = {
  AES_CM_128_HMAC_SHA1_80: { salt: 14, rtpTag: 10, rtcpTag: 10 },
  AES_CM_128_HMAC_SHA1_32: { salt: 14, rtpTag: 4, rtcpTag: 10 },
  AEAD_AES_128_GCM: { salt: 12, rtpTag: 16, rtcpTag: 16 },
};

export const isSrtpSuite = (name: string): name is SrtpSuite =>
  (SRTP_SUITES as readonly string[]).includes(name);

/**
 * A master key with its salt, of one direction. `mkiBytes` is the length of the identifier in its packets. `maxPackets`: packets
 * that it may protect, if its owner states fewer than SRTP's limit.
 */
export type SrtpKey = { suite: SrtpSuite; master: Buffer; mkiBytes: number; maxPackets?: number };
