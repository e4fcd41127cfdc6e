import { createCipheriv, createDecipheriv } from "node:crypto";
import { pooledRandomBytes } from "@/lib/platform/random";

/**
 * The field that a sealed value belongs to. It is bound into the ciphertext's tag, so that a value moved to
 * another row, field, table or workspace does not open. No part may contain `|`.
 */
export type FieldRef = { table: string; row: string; field: string };

/** Seals and opens values of one workspace. */
export type Sealer = {
  seal(ref: FieldRef, plain: string | Buffer): Buffer;
  /** Throws `SealError` if the value was altered, moved, or sealed under another key. */
  open(ref: FieldRef, ciphertext: Buffer): Buffer;
  openText(ref: FieldRef, ciphertext: Buffer): string;
};

/** A sealed value that does not open. The message does not reveal its content or field. */
export class SealError extends Error {
  constructor(message = "A sealed value could not be opened.") {
    super(message);
    this.name = "SealError";
  }
}

// Layout of a sealed value: format (1 byte), key version (2), IV (12), tag (16), encrypted text. AES-256-GCM
// as in NIST SP 800-38D: a random 96-bit IV is safe for 2^32 values under one key, and each key version seals
// far fewer.
const FORMAT = 1;
const IV_AT = 3;
const IV_BYTES = 12;
const TAG_AT = IV_AT + IV_BYTES;
const TAG_BYTES = 16;
const BODY_AT = TAG_AT + TAG_BYTES;

/**
 * The additional authenticated data `workspace|table|row|field|version`; unambiguous, since no part contains
 * `|`.
 */
function aad(workspaceId: string, { table, row, field }: FieldRef, version: number): Buffer {
  for (const part of [workspaceId, table, row, field]) {
    if (part === "" || part.includes("|"))
      throw new Error("The parts of a field reference must not be empty or contain '|'.");
  }
  return Buffer.from(`${workspaceId}|${table}|${row}|${field}|${version}`, "utf8");
}

/** Seals under `key`. The key's version goes into the ciphertext and into the tag. */
export function sealWith(
  key: Buffer,
  version: number,
  workspaceId: string,
  ref: FieldRef,
  plain: string | Buffer,
): Buffer {
  const iv = pooledRandomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(aad(workspaceId, ref, version));
  const encrypted = Buffer.concat([
    typeof plain === "string" ? cipher.update(plain, "utf8") : cipher.update(plain),
    cipher.final(),
  ]);
  const header = Buffer.alloc(IV_AT);
  header.writeUInt8(FORMAT, 0);
  header.writeUInt16BE(version, 1);
  return Buffer.concat([header, iv, cipher.getAuthTag(), encrypted]);
}

/** The key version in a sealed value's header; -1 if it is too short. */
export const versionOf = (ciphertext: Buffer): number =>
  ciphertext.length < IV_AT ? -1 : ciphertext.readUInt16BE(1);

/** Opens a sealed value with the key of the version in its header. */
export function openWith(
  keyOf: (version: number) => Buffer | undefined,
  workspaceId: string,
  ref: FieldRef,
  ciphertext: Buffer,
): Buffer {
  if (ciphertext.length < BODY_AT || ciphertext.readUInt8(0) !== FORMAT) throw new SealError();
  const version = ciphertext.readUInt16BE(1);
  const key = keyOf(version);
  if (key === undefined) throw new SealError();
  const decipher = createDecipheriv("aes-256-gcm", key, ciphertext.subarray(IV_AT, TAG_AT), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(aad(workspaceId, ref, version));
  decipher.setAuthTag(ciphertext.subarray(TAG_AT, BODY_AT));
  try {
    const plain = decipher.update(ciphertext.subarray(BODY_AT));
    // GCM is a stream mode: this returns no bytes, and throws unless the tag is right.
    decipher.final();
    return plain;
  } catch {
    throw new SealError();
  }
}

/** Creates a sealer over versioned keys. `newest` is the version that seals new values. */
export function createSealer(workspaceId: string, keys: ReadonlyMap<number, Buffer>, newest: number): Sealer {
  const open = (ref: FieldRef, ciphertext: Buffer): Buffer =>
    openWith((version) => keys.get(version), workspaceId, ref, ciphertext);
  const key = keys.get(newest);
  if (key === undefined) throw new Error("The newest key version is missing.");
  return {
    seal: (ref, plain) => sealWith(key, newest, workspaceId, ref, plain),
    open,
    openText: (ref, ciphertext) => open(ref, ciphertext).toString("utf8"),
  };
}
