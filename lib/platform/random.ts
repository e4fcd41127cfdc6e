import { randomBytes } from "node:crypto";

/** Bytes to request from the system at a time: each request costs as much as some thousand bytes. */
const POOL_BYTES = 16 * 1024;
let pool: Buffer | undefined;
let offset = 0;

/** Random bytes for keys, IVs and identifiers. Each byte is returned once and erased from the pool. */
export function pooledRandomBytes(count: number): Buffer {
  if (count > POOL_BYTES) return randomBytes(count);
  if (pool === undefined || offset + count > POOL_BYTES) {
    pool = randomBytes(POOL_BYTES);
    offset = 0;
  }
  const bytes = Buffer.from(pool.subarray(offset, offset + count));
  pool.fill(0, offset, offset + count);
  offset += count;
  return bytes;
}
