import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from "node:crypto";
import { z } from "zod";

/**
 * A backup's file: one line of JSON, then pieces of 64 KiB under AES-256-GCM. The key is made of the passphrase and a salt
 * of the file's own by scrypt (RFC 7914), so that the pieces' number can be the nonce; the last piece says that it is the
 * last. Pieces that are altered, moved, left out or of another file do not open, and nor does a file that was cut off.
 */
const Header = z.strictObject({
  format: z.literal("parley backup 1"),
  kind: z.enum(["data", "keys"]),
  /** The moment as of which it holds the rows. */
  made_at: z.iso.datetime(),
  salt: z.base64url(),
  n: z
    .int()
    .min(2)
    .max(2 ** 20),
  r: z.literal(8),
  p: z.literal(1),
});
export type BackupKind = z.output<typeof Header>["kind"];

const PIECE = 64 * 1_024;
const TAG = 16;
const SALT = 16;
const MOST_HEADER = 1_024;
/** 64 MB and some 0.2 s for each guess. */
const COST = 2 ** 16;
const MEMORY = 2 ** 28;

/** A file that is no backup, is damaged, or has another passphrase. The message holds nothing of it. */
export class BackupBroken extends Error {}

const keyOf = (passphrase: string, { salt, n, r, p }: z.output<typeof Header>): Buffer =>
  scryptSync(passphrase.normalize("NFKC"), Buffer.from(salt, "base64url"), 32, {
    N: n,
    r,
    p,
    maxmem: MEMORY,
  });

function nonceOf(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(piece), 0);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

/** The bytes in pieces of one size; the last may be shorter, and is empty where there is nothing else. */
async function* pieces(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<[Buffer, boolean]> {
  let held: Buffer = Buffer.alloc(0);
  for await (const part of source) {
    held = held.length === 0 ? part : Buffer.concat([held, part]);
    let at = 0;
    for (; held.length - at > size; at += size) yield [held.subarray(at, at + size), false];
    held = Buffer.from(held.subarray(at));
  }
  yield [held, true];
}

/** Seals a stream of bytes. */
export async function* seal(
  source: AsyncIterable<Buffer>,
  { kind, madeAt, passphrase }: { kind: BackupKind; madeAt: string; passphrase: string },
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT).toString("base64url");
  const header = { format: "parley backup 1", kind, made_at: madeAt, salt, n: COST, r: 8, p: 1 } as const;
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  const key = keyOf(passphrase, header);
  const aad = createHash("sha256").update(line).digest();
  yield line;
  let number = 0;
  for await (const [plain, isLast] of pieces(source, PIECE)) {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number++, isLast), { authTagLength: TAG });
    cipher.setAAD(aad);
    yield Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }
}

/** A source without its first line, and the line. */
async function splitHeader(source: AsyncIterable<Buffer>) {
  const from = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  while (held.indexOf(10) < 0) {
    const { value, done } = await from.next();
    if (done === true || held.length > MOST_HEADER) throw new BackupBroken("This file is no backup.");
    held = Buffer.concat([held, value]);
  }
  const end = held.indexOf(10) + 1;
  const line = held.subarray(0, end);
  async function* rest(): AsyncGenerator<Buffer> {
    yield held.subarray(end);
    for (let next = await from.next(); next.done !== true; next = await from.next()) yield next.value;
  }
  return { line, rest: rest() };
}

function headerOf(line: Buffer): z.output<typeof Header> {
  try {
    return Header.parse(JSON.parse(line.toString("utf8")));
  } catch {
    throw new BackupBroken("This file is no backup of this version.");
  }
}

/** Opens what `seal` made: what it is, and its bytes as they are found to be whole. */
export async function open(source: AsyncIterable<Buffer>, passphrase: string) {
  const { line, rest } = await splitHeader(source);
  const header = headerOf(line);
  const key = keyOf(passphrase, header);
  const aad = createHash("sha256").update(line).digest();
  async function* opened(): AsyncGenerator<Buffer> {
    let number = 0;
    for await (const [box, isLast] of pieces(rest, PIECE + TAG)) {
      const broken = "The backup is damaged or cut off, or the passphrase is another.";
      if (box.length < TAG) throw new BackupBroken(broken);
      const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(number++, isLast), {
        authTagLength: TAG,
      });
      decipher.setAAD(aad);
      decipher.setAuthTag(box.subarray(box.length - TAG));
      try {
        yield Buffer.concat([decipher.update(box.subarray(0, box.length - TAG)), decipher.final()]);
      } catch {
        throw new BackupBroken(broken);
      }
    }
  }
  return { kind: header.kind, madeAt: header.made_at, bytes: opened() };
}
