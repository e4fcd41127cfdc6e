import { randomBytes } from "node:crypto";

/** Bytes that are asked of the system at a time: each request costs as much as some thousand bytes. */
const POOL_BYTES = 16 * 1024;
let pool: Buffer | undefined;
let at = 0;

/** Random bytes for keys, IVs and identifiers, each handed out once; the pool forgets them at once. */
export function pooledRandomBytes(count: number): Buffer {
  if (count > POOL_BYTES) return randomBytes(count);
  if (pool === undefined || at + count > POOL_BYTES) {
    pool = randomBytes(POOL_BYTES);
    at = 0;
  }
  const bytes = Buffer.from(pool.subarray(at, at + count));
  pool.fill(0, at, at + count);
  at += count;
  return bytes;
}
