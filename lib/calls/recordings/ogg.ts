/**
 * Ogg pages (RFC 3533) with one stream of Opus (RFC 7845), limited to what a recording needs: every packet
 * lies within one page. Maintained packages write these only with native code or a whole media library.
 */

/** Opus granule positions always count at 48 kHz. */
export const OPUS_RATE_HZ = 48_000;
const FIRST = 2;
const LAST = 4;
const MOST_SEGMENTS = 255;
const SEGMENT = 255;
const CRC_AT = 22;
const HEADER_BYTES = 27;

/** The CRC of RFC 3533: polynomial 0x04c11db7, not reflected, initial value zero. */
const CRC = Uint32Array.from({ length: 256 }, (_, i) => {
  let r = i << 24;
  for (let bit = 0; bit < 8; bit++) r = (r & 0x8000_0000) !== 0 ? (r << 1) ^ 0x04c1_1db7 : r << 1;
  return r >>> 0;
});
function crcOf(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) ^ (CRC[((crc >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  return crc;
}

const lacing = (length: number): number[] => [
  ...new Array<number>(Math.floor(length / SEGMENT)).fill(SEGMENT),
  length % SEGMENT,
];

type Page = {
  serial: number;
  sequence: number;
  granule: number;
  flags: number;
  packets: readonly Uint8Array[];
};

function page({ serial, sequence, granule, flags, packets }: Page): Buffer {
  const segments = packets.flatMap(({ length }) => lacing(length));
  const header = Buffer.alloc(HEADER_BYTES + segments.length);
  header.write("OggS", 0, "latin1");
  header.writeUInt8(flags, 5);
  header.writeBigUInt64LE(BigInt(granule), 6);
  header.writeUInt32LE(serial, 14);
  header.writeUInt32LE(sequence, 18);
  header.writeUInt8(segments.length, 26);
  header.set(segments, HEADER_BYTES);
  const bytes = Buffer.concat([header, ...packets]);
  bytes.writeUInt32LE(crcOf(bytes), CRC_AT);
  return bytes;
}

type Opus = {
  channels: number;
  inputHz: number /** Samples at 48 kHz that a player leaves out at the beginning. */;
  preSkip: number;
};

function opusHead({ channels, inputHz, preSkip }: Opus): Buffer {
  const head = Buffer.alloc(19);
  head.write("OpusHead", 0, "latin1");
  head.writeUInt8(1, 8);
  head.writeUInt8(channels, 9);
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(inputHz, 12);
  return head;
}

function opusTags(): Buffer {
  const vendor = Buffer.from("Parley", "latin1");
  const tags = Buffer.alloc(8 + 4 + vendor.length + 4);
  tags.write("OpusTags", 0, "latin1");
  tags.writeUInt32LE(vendor.length, 8);
  tags.set(vendor, 12);
  return tags;
}

/** Packets per page: one second, so that players seek precisely and headers stay small. */
const PAGE_PACKETS = 50;

/**
 * Writes the file incrementally: its headers first, then a page per `PAGE_PACKETS`; `end` returns the last.
 */
export function createOggWriter(opus: Opus, packetSamples: number) {
  const serial = 1;
  let sequence = 2;
  let granule = 0;
  let waiting: Uint8Array[] = [];
  let segments = 0;
  const flush = (flags: number): Buffer => {
    const pageBytes = page({ serial, sequence: sequence++, granule, flags, packets: waiting });
    waiting = [];
    segments = 0;
    return pageBytes;
  };
  return {
    head: Buffer.concat([
      page({ serial, sequence: 0, granule: 0, flags: FIRST, packets: [opusHead(opus)] }),
      page({ serial, sequence: 1, granule: 0, flags: 0, packets: [opusTags()] }),
    ]),
    push(packet: Uint8Array): Buffer | null {
      const needs = lacing(packet.length).length;
      const full = waiting.length >= PAGE_PACKETS || segments + needs > MOST_SEGMENTS;
      const flushed = full ? flush(0) : null;
      waiting.push(packet);
      segments += needs;
      granule += packetSamples;
      return flushed;
    },
    end: (): Buffer => flush(LAST),
  };
}

/** Reads the packets of a file of `createOggWriter`, without its two headers. Throws for another file. */
export function* oggPackets(file: Buffer): Generator<Buffer> {
  let pages = 0;
  for (let at = 0; at < file.length; pages++) {
    if (file.toString("latin1", at, at + 4) !== "OggS") throw new Error("This is no Ogg page.");
    const count = file.readUInt8(at + 26);
    let body = at + HEADER_BYTES + count;
    let from = body;
    for (const length of file.subarray(at + HEADER_BYTES, body)) {
      from += length;
      if (length === SEGMENT) continue;
      if (pages > 1) yield file.subarray(body, from);
      body = from;
    }
    at = from;
  }
}
