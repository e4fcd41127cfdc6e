import { createCipheriv } from "node:crypto";

const BLOCK_BYTES = 16;

/** XORs the key stream of a packet onto its bytes from `start` to `end`. */
export type CounterMode = (packet: Buffer, start: number, end: number, ssrc: number, index: number) => void;

/**
 * AES in counter mode as SRTP uses it (RFC 3711, 4.1.1). The cipher encrypts counter blocks and stays open for the
 * session, as opening it takes longer than a packet.
 */
export function createCounterMode(key: Buffer, salt: Buffer): CounterMode {
  const cipher = createCipheriv("aes-128-ecb", key, null).setAutoPadding(false);
  const saltHigh = salt.readUInt32BE(4);
  const saltMiddle = salt.readUInt32BE(8);
  const saltLow = salt.readUInt16BE(12);
  let blocks = Buffer.alloc(0);

  const prepareBlocks = (count: number) => {
    if (blocks.length >= count * BLOCK_BYTES) return;
    blocks = Buffer.alloc(count * BLOCK_BYTES);
    for (let i = 0; i < count; i++) {
      salt.copy(blocks, i * BLOCK_BYTES, 0, 4);
      blocks.writeUInt16BE(i, i * BLOCK_BYTES + 14);
    }
  };
  return (packet, start, end, ssrc, index) => {
    const length = end - start;
    if (length <= 0) return;
    const count = Math.ceil(length / BLOCK_BYTES);
    prepareBlocks(count);
    const high = (saltHigh ^ ssrc) >>> 0;
    const middle = (saltMiddle ^ Math.floor(index / 0x1_0000)) >>> 0;
    const low = saltLow ^ (index % 0x1_0000);
    for (let at = 0; at < count * BLOCK_BYTES; at += BLOCK_BYTES) {
      blocks.writeUInt32BE(high, at + 4);
      blocks.writeUInt32BE(middle, at + 8);
      blocks.writeUInt16BE(low, at + 12);
    }
    const stream = cipher.update(blocks.subarray(0, count * BLOCK_BYTES));
    for (let i = 0; i < length; i++)
      packet[start + i] = (packet[start + i] as number) ^ (stream[i] as number);
  };
}
