import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { secretFile } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { headText, type UnsignedHead } from "./head-text";
import type { SignedHead } from "./schema";

const PRIVATE_KEY_FILE = "audit-signing.key";
const PUBLIC_KEY_FILE = "audit-signing.pub";
/** Prefix of a PKCS #8 Ed25519 key before its 32 bytes (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** `DATA_DIR/secrets/audit-signing.key`: created once, readable by its owner only. */
const privateKey = (): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, secretFile(PRIVATE_KEY_FILE)]),
    format: "der",
    type: "pkcs8",
  });

/** The public key. It is also written next to the private key, for verification on another machine. */
function publicKey(): KeyObject {
  const key = createPublicKey(privateKey());
  const path = join(env.DATA_DIR, "secrets", PUBLIC_KEY_FILE);
  if (!existsSync(path)) writeFileSync(path, key.export({ format: "pem", type: "spki" }));
  return key;
}

const encodeHead = (head: UnsignedHead): Buffer => Buffer.from(headText(head));

/** Creates a function that signs heads with Ed25519. The signature is base64url. */
export function createHeadSigner(): (head: UnsignedHead) => SignedHead {
  const key = privateKey();
  publicKey();
  return (head) => ({ ...head, signature: sign(null, encodeHead(head), key).toString("base64url") });
}

/** Creates a function that checks the signature of a head. */
export function createHeadChecker(): (head: SignedHead) => boolean {
  const key = publicKey();
  return (head) => verify(null, encodeHead(head), key, Buffer.from(head.signature, "base64url"));
}

/** The public key of signed heads, as PEM. Its ID is SHA-256 of its DER, in hex. */
export function headKey(): { algorithm: "Ed25519"; key_id: string; public_key: string } {
  const key = publicKey();
  const der = key.export({ format: "der", type: "spki" });
  return {
    algorithm: "Ed25519",
    key_id: createHash("sha256").update(der).digest("hex"),
    public_key: key.export({ format: "pem", type: "spki" }).toString(),
  };
}
