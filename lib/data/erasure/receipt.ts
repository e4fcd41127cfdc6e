import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { secretFile } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { canonical } from "./canonical";
import type { Signature } from "./schema";

const PRIVATE = "receipt-signing.key";
const PUBLIC = "receipt-signing.pub";
/** PKCS #8 prefix of an Ed25519 key, before its 32 bytes (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** `DATA_DIR/secrets/receipt-signing.key`: created once, readable only by its owner. */
const privateKey = (): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, secretFile(PRIVATE)]), format: "der", type: "pkcs8" });

const pemOf = (key: KeyObject): string => key.export({ format: "pem", type: "spki" }).toString();
const keyIdOf = (key: KeyObject): string =>
  createHash("sha256")
    .update(key.export({ format: "der", type: "spki" }))
    .digest("hex");

/** The public key of receipts. It is also written beside the private one, for verification elsewhere. */
export function receiptKey(): { algorithm: "Ed25519"; key_id: string; public_key: string } {
  const key = createPublicKey(privateKey());
  const path = join(env.DATA_DIR, "secrets", PUBLIC);
  const pem = pemOf(key);
  if (!existsSync(path)) writeFileSync(path, pem);
  return { algorithm: "Ed25519", key_id: keyIdOf(key), public_key: pem };
}

/**
 * Signs the facts of a deletion. `bin/receipt-verify.mjs` verifies the signature, independently of the
 * product.
 */
export function signReceipt<Facts extends { kind: string }>(facts: Facts): Facts & { signature: Signature } {
  const { key_id } = receiptKey();
  const value = sign(null, Buffer.from(canonical(facts)), privateKey()).toString("base64url");
  return { ...facts, signature: { algorithm: "Ed25519", key_id, value } };
}
