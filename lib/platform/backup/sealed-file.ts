import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from "node:crypto";
import { z } from "zod";

/**
 * Format of a backup file: one line of JSON, then pieces of 64 KiB under AES-256-GCM. The key is derived from
 * the passphrase and a salt unique to the file by scrypt (RFC 7914), so that the piece number can be the
 * nonce. The nonce of the last piece marks it as the last. Pieces that were altered, moved, removed or taken
 * from another file do not open, and neither does a truncated file.
 */
const Header = z.strictObject({
  format: z.literal("parley backup 1"),
  kind: z.enum(["data", "keys"]),
  /** Time of the snapshot. */
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

const PIECE_BYTES = 64 * 1_024;
const TAG_BYTES = 16;
const SALT_BYTES = 16;
const MAX_HEADER_BYTES = 1_024;
/** scrypt cost: 64 MB and some 0.2 s for each guess. */
const SCRYPT_COST = 2 ** 16;
const SCRYPT_MAX_MEMORY = 2 ** 28;

/**
 * A file that is not a backup, is damaged, or has another passphrase. The message contains nothing of the
 * file.
 */
export class BackupError extends Error {}

const deriveKey = (passphrase: string, { salt, n, r, p }: z.output<typeof Header>): Buffer =>
  scryptSync(passphrase.normalize("NFKC"), Buffer.from(salt, "base64url"), 32, {
    N: n,
    r,
    p,
    maxmem: SCRYPT_MAX_MEMORY,
  });

function createNonce(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(piece), 0);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

/**
 * Splits the bytes into pieces of equal size. The last piece may be shorter, or empty if there are no bytes.
 */
async function* splitIntoPieces(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<[Buffer, boolean]> {
  let buffered: Buffer = Buffer.alloc(0);
  for await (const part of source) {
    buffered = buffered.length === 0 ? part : Buffer.concat([buffered, part]);
    let offset = 0;
    for (; buffered.length - offset > size; offset += size)
      yield [buffered.subarray(offset, offset + size), false];
    buffered = Buffer.from(buffered.subarray(offset));
  }
  yield [buffered, true];
}

/** Seals a stream of bytes as a backup file. */
export async function* sealBackup(
  source: AsyncIterable<Buffer>,
  { kind, madeAt, passphrase }: { kind: BackupKind; madeAt: string; passphrase: string },
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES).toString("base64url");
  const header = {
    format: "parley backup 1",
    kind,
    made_at: madeAt,
    salt,
    n: SCRYPT_COST,
    r: 8,
    p: 1,
  } as const;
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  const key = deriveKey(passphrase, header);
  const aad = createHash("sha256").update(line).digest();
  yield line;
  let pieceNumber = 0;
  for await (const [plaintext, isLast] of splitIntoPieces(source, PIECE_BYTES)) {
    const cipher = createCipheriv("aes-256-gcm", key, createNonce(pieceNumber++, isLast), {
      authTagLength: TAG_BYTES,
    });
    cipher.setAAD(aad);
    yield Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Splits off the first line of a source. */
async function splitHeader(source: AsyncIterable<Buffer>) {
  const iterator = source[Symbol.asyncIterator]();
  let buffered: Buffer = Buffer.alloc(0);
  while (buffered.indexOf(10) < 0) {
    const { value, done } = await iterator.next();
    if (done === true || buffered.length > MAX_HEADER_BYTES)
      throw new BackupError("This file is not a backup.");
    buffered = Buffer.concat([buffered, value]);
  }
  const end = buffered.indexOf(10) + 1;
  const line = buffered.subarray(0, end);
  async function* remaining(): AsyncGenerator<Buffer> {
    yield buffered.subarray(end);
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  }
  return { line, rest: remaining() };
}

function parseHeader(line: Buffer): z.output<typeof Header> {
  try {
    return Header.parse(JSON.parse(line.toString("utf8")));
  } catch {
    throw new BackupError("This file is not a backup of this version of Parley.");
  }
}

/**
 * Opens a sealed backup file. Returns its kind and time, and its bytes, each piece verified before it is
 * yielded.
 */
export async function openBackup(source: AsyncIterable<Buffer>, passphrase: string) {
  const { line, rest } = await splitHeader(source);
  const header = parseHeader(line);
  const key = deriveKey(passphrase, header);
  const aad = createHash("sha256").update(line).digest();
  async function* openPieces(): AsyncGenerator<Buffer> {
    let pieceNumber = 0;
    for await (const [ciphertext, isLast] of splitIntoPieces(rest, PIECE_BYTES + TAG_BYTES)) {
      const message = "The backup is damaged or incomplete, or the passphrase is wrong.";
      if (ciphertext.length < TAG_BYTES) throw new BackupError(message);
      const decipher = createDecipheriv("aes-256-gcm", key, createNonce(pieceNumber++, isLast), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(aad);
      decipher.setAuthTag(ciphertext.subarray(ciphertext.length - TAG_BYTES));
      try {
        yield Buffer.concat([
          decipher.update(ciphertext.subarray(0, ciphertext.length - TAG_BYTES)),
          decipher.final(),
        ]);
      } catch {
        throw new BackupError(message);
      }
    }
  }
  return { kind: header.kind, madeAt: header.made_at, bytes: openPieces() };
}
