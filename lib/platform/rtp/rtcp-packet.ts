import type { ReceptionReport } from "./reception";

const TYPES = { senderReport: 200, receiverReport: 201, description: 202, bye: 203 } as const;
const VERSION = 2;
const BLOCK_BYTES = 24;
const CNAME_ITEM = 1;
/** Blocks and packets read at most of a datagram. */
const MAX_PACKETS = 16;

/** Seconds from 1900, the epoch of NTP, to 1970. */
const NTP_OFFSET_S = 2_208_988_800;

/** The middle 32 bits of an NTP time, in 1/65536 s (RFC 3550, 6.4.1). */
export function ntpMiddle(nowMs: number): number {
  return Math.floor((nowMs / 1_000 + NTP_OFFSET_S) * 65_536) % 0x1_0000_0000;
}

/** Times of the last sender report that arrived: its middle NTP bits, and the delay since then in 1/65536 s. */
export type ReportTimes = { lastReport: number; delay: number };
export type ReportBlock = ReceptionReport & ReportTimes;

/** The sender's part of a report. */
export type SenderInfo = { nowMs: number; timestamp: number; packets: number; bytes: number };

function writeHeader(packet: Buffer, count: number, type: number, ssrc: number): void {
  packet[0] = (VERSION << 6) | count;
  packet[1] = type;
  packet.writeUInt16BE(packet.length / 4 - 1, 2);
  packet.writeUInt32BE(ssrc, 4);
}

function writeBlock(packet: Buffer, at: number, block: ReportBlock): void {
  packet.writeUInt32BE(block.ssrc, at);
  packet.writeUInt32BE(((block.fractionLost << 24) | (block.totalLost & 0xff_ffff)) >>> 0, at + 4);
  packet.writeUInt32BE(block.highestSequence, at + 8);
  packet.writeUInt32BE(block.jitter, at + 12);
  packet.writeUInt32BE(block.lastReport, at + 16);
  packet.writeUInt32BE(block.delay, at + 20);
}

/** A sender report, or a receiver report without `sender`. */
export function writeReport(ssrc: number, sender: SenderInfo | null, block: ReportBlock | null): Buffer {
  const infoBytes = sender === null ? 0 : 20;
  const packet = Buffer.alloc(8 + infoBytes + (block === null ? 0 : BLOCK_BYTES));
  const type = sender === null ? TYPES.receiverReport : TYPES.senderReport;
  writeHeader(packet, block === null ? 0 : 1, type, ssrc);
  if (sender !== null) {
    const seconds = sender.nowMs / 1_000 + NTP_OFFSET_S;
    packet.writeUInt32BE(Math.floor(seconds) % 0x1_0000_0000, 8);
    packet.writeUInt32BE(Math.floor((seconds % 1) * 0x1_0000_0000), 12);
    packet.writeUInt32BE(sender.timestamp, 16);
    packet.writeUInt32BE(sender.packets % 0x1_0000_0000, 20);
    packet.writeUInt32BE(sender.bytes % 0x1_0000_0000, 24);
  }
  if (block !== null) writeBlock(packet, 8 + infoBytes, block);
  return packet;
}

/** A source description with a canonical name of ASCII characters, which each compound packet needs. */
export function writeDescription(ssrc: number, name: string): Buffer {
  const text = Buffer.from(name, "ascii");
  // The list ends with a zero byte and is padded to 32 bits.
  const packet = Buffer.alloc(8 + Math.ceil((2 + text.length + 1) / 4) * 4);
  writeHeader(packet, 1, TYPES.description, ssrc);
  packet[8] = CNAME_ITEM;
  packet[9] = text.length;
  text.copy(packet, 10);
  return packet;
}

export function writeBye(ssrc: number): Buffer {
  const packet = Buffer.alloc(8);
  writeHeader(packet, 1, TYPES.bye, ssrc);
  return packet;
}

/** The parts of a compound packet that a session uses. */
export type ReadRtcp = {
  /** Middle NTP bits of a sender report. */
  senderReport: number | null;
  blocks: ReportBlock[];
  isBye: boolean;
};

const readBlock = (packet: Buffer, at: number): ReportBlock => ({
  ssrc: packet.readUInt32BE(at),
  fractionLost: packet[at + 4] as number,
  totalLost: packet.readUIntBE(at + 5, 3),
  highestSequence: packet.readUInt32BE(at + 8),
  jitter: packet.readUInt32BE(at + 12),
  lastReport: packet.readUInt32BE(at + 16),
  delay: packet.readUInt32BE(at + 20),
});

function addReport(result: ReadRtcp, part: Buffer, type: number): void {
  const isSender = type === TYPES.senderReport;
  const start = isSender ? 28 : 8;
  if (part.length < start) return;
  if (isSender) result.senderReport = part.readUInt32BE(10);
  const count = (part[0] as number) & 0x1f;
  for (let i = 0, at = start; i < count && at + BLOCK_BYTES <= part.length; i++, at += BLOCK_BYTES)
    result.blocks.push(readBlock(part, at));
}

/** Reads a compound packet; null if it does not begin with RTCP. Malformed later parts are ignored. */
export function readRtcp(packet: Buffer): ReadRtcp | null {
  const result: ReadRtcp = { senderReport: null, blocks: [], isBye: false };
  let at = 0;
  for (let i = 0; i < MAX_PACKETS && at + 4 <= packet.length; i++) {
    if ((packet[at] as number) >> 6 !== VERSION) break;
    const type = packet[at + 1] as number;
    const end = at + 4 * (packet.readUInt16BE(at + 2) + 1);
    if (end > packet.length) break;
    if (type === TYPES.senderReport || type === TYPES.receiverReport)
      addReport(result, packet.subarray(at, end), type);
    if (type === TYPES.bye) result.isBye = true;
    at = end;
  }
  return at === 0 ? null : result;
}

/** Whether a datagram on a shared port is RTCP (RFC 5761, 4). */
export function isRtcp(packet: Buffer): boolean {
  const type = packet[1] ?? 0;
  return type >= 192 && type <= 223;
}
