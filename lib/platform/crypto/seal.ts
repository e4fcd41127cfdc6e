import { createCipheriv, createDecipheriv } from "node:crypto";
import { pooledRandomBytes } from "@/lib/platform/random";

/**
 * Where a sealed value lies. It is bound into the ciphertext's tag, so that a value moved to another row, field, table
 * or workspace does not open. No part may hold `|`.
 */
export type Place = { table: string; row: string; field: string };

/** Seals and opens values of one workspace under one key. */
export type Sealer = {
  seal(place: Place, plain: string | Buffer): Buffer;
  /** Throws `SealBroken` when the value was altered, moved, or sealed under another key. */
  open(place: Place, box: Buffer): Buffer;
  openText(place: Place, box: Buffer): string;
};

/** A sealed value that does not open. The message says nothing of its content or place. */
export class SealBroken extends Error {
  constructor(message = "A sealed value could not be opened.") {
    super(message);
    this.name = "SealBroken";
  }
}

// A box: format (1 byte), key version (2), IV (12), tag (16), ciphertext. AES-256-GCM after NIST SP 800-38D: a random
// 96-bit IV is safe for 2^32 values under one key, and a subject's or a workspace's numbered key stays far below.
const FORMAT = 1;
const IV_AT = 3;
const IV_BYTES = 12;
const TAG_AT = IV_AT + IV_BYTES;
const TAG_BYTES = 16;
const BODY_AT = TAG_AT + TAG_BYTES;

/** `workspace|table|row|field|version`, each part once and unambiguous. */
function aad(workspaceId: string, { table, row, field }: Place, version: number): Buffer {
  for (const part of [workspaceId, table, row, field]) {
    if (part === "" || part.includes("|")) throw new Error("A place's parts are not empty and hold no '|'.");
  }
  return Buffer.from(`${workspaceId}|${table}|${row}|${field}|${version}`, "utf8");
}

/** Seals under `key`, whose number goes into the box and into the tag. */
export function sealWith(
  key: Buffer,
  version: number,
  workspaceId: string,
  place: Place,
  plain: string | Buffer,
): Buffer {
  const iv = pooledRandomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(aad(workspaceId, place, version));
  const body = Buffer.concat([
    typeof plain === "string" ? cipher.update(plain, "utf8") : cipher.update(plain),
    cipher.final(),
  ]);
  const head = Buffer.alloc(IV_AT);
  head.writeUInt8(FORMAT, 0);
  head.writeUInt16BE(version, 1);
  return Buffer.concat([head, iv, cipher.getAuthTag(), body]);
}

/** The number of the key that a box was sealed under, as the box says it. */
export const versionOf = (box: Buffer): number => (box.length < IV_AT ? -1 : box.readUInt16BE(1));

/** Opens with the key of the number that the box names. */
export function openWith(
  keyOf: (version: number) => Buffer | undefined,
  workspaceId: string,
  place: Place,
  box: Buffer,
): Buffer {
  if (box.length < BODY_AT || box.readUInt8(0) !== FORMAT) throw new SealBroken();
  const version = box.readUInt16BE(1);
  const key = keyOf(version);
  if (key === undefined) throw new SealBroken();
  const decipher = createDecipheriv("aes-256-gcm", key, box.subarray(IV_AT, TAG_AT), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(aad(workspaceId, place, version));
  decipher.setAuthTag(box.subarray(TAG_AT, BODY_AT));
  try {
    return Buffer.concat([decipher.update(box.subarray(BODY_AT)), decipher.final()]);
  } catch {
    throw new SealBroken();
  }
}

/** A sealer over numbered keys; `newest` is the number that new values are sealed under. */
export function sealerOf(workspaceId: string, keys: ReadonlyMap<number, Buffer>, newest: number): Sealer {
  const open = (place: Place, box: Buffer): Buffer =>
    openWith((version) => keys.get(version), workspaceId, place, box);
  const key = keys.get(newest);
  if (key === undefined) throw new Error("A sealer needs the key that it seals with.");
  return {
    seal: (place, plain) => sealWith(key, newest, workspaceId, place, plain),
    open,
    openText: (place, box) => open(place, box).toString("utf8"),
  };
}
