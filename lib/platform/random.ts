import { randomBytes } from "node:crypto";

/** Octets that are asked of the system at a time: each request costs as much as some thousand octets. */
const POOL_BYTES = 16 * 1024;
let pool: Buffer | undefined;
let at = 0;

/** Random octets for keys, IVs and identifiers, each handed out once; the pool forgets them at once. */
export function randomOctets(count: number): Buffer {
  if (count > POOL_BYTES) return randomBytes(count);
  if (pool === undefined || at + count > POOL_BYTES) {
    pool = randomBytes(POOL_BYTES);
    at = 0;
  }
  const octets = Buffer.from(pool.subarray(at, at + count));
  pool.fill(0, at, at + count);
  at += count;
  return octets;
}
