/** Length of the fixed header (RFC 3550, 5.1). */
export const RTP_HEADER_BYTES = 12;
/** Larger datagrams are refused: audio of 60 ms is below this in every codec. */
export const MAX_PACKET_BYTES = 1_500;

const VERSION = 2;

/** Header of a received packet; `headerBytes` includes contributing sources and the extension. */
export type RtpHeader = {
  payloadType: number;
  marker: boolean;
  sequence: number;
  timestamp: number;
  ssrc: number;
  headerBytes: number;
  hasPadding: boolean;
};

/** The fields of a packet to send. */
export type RtpFields = Pick<RtpHeader, "payloadType" | "marker" | "sequence" | "timestamp" | "ssrc">;

/** Reads the header of a packet; null if it is not RTP. */
export function readRtpHeader(packet: Buffer): RtpHeader | null {
  if (packet.length < RTP_HEADER_BYTES || packet.length > MAX_PACKET_BYTES) return null;
  const first = packet[0] as number;
  if (first >> 6 !== VERSION) return null;
  let headerBytes = RTP_HEADER_BYTES + 4 * (first & 0x0f);
  if ((first & 0x10) !== 0) {
    if (packet.length < headerBytes + 4) return null;
    headerBytes += 4 + 4 * packet.readUInt16BE(headerBytes + 2);
  }
  if (packet.length < headerBytes) return null;
  const second = packet[1] as number;
  return {
    payloadType: second & 0x7f,
    marker: second >= 0x80,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    headerBytes,
    hasPadding: (first & 0x20) !== 0,
  };
}

/** The payload of a decrypted packet without its padding; null if the padding is longer than the payload. */
export function readPayload(packet: Buffer, { headerBytes, hasPadding }: RtpHeader): Buffer | null {
  if (!hasPadding) return packet.subarray(headerBytes);
  const padding = packet[packet.length - 1] as number;
  if (padding === 0 || headerBytes + padding > packet.length) return null;
  return packet.subarray(headerBytes, packet.length - padding);
}

/** A packet with a fixed header, and `spare` bytes behind its payload for an authentication tag. */
export function writeRtp(fields: RtpFields, payload: Uint8Array, spare = 0): Buffer {
  const packet = Buffer.allocUnsafe(RTP_HEADER_BYTES + payload.length + spare);
  packet[0] = VERSION << 6;
  packet[1] = (fields.marker ? 0x80 : 0) | fields.payloadType;
  packet.writeUInt16BE(fields.sequence, 2);
  packet.writeUInt32BE(fields.timestamp, 4);
  packet.writeUInt32BE(fields.ssrc, 8);
  packet.set(payload, RTP_HEADER_BYTES);
  return packet;
}
