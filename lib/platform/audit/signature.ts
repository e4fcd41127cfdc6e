import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { secretFile } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";

/** The end of a workspace's chain at a moment, as it is signed. `hash` is hex. */
export type SignedHead = { workspace_id: string; seq: number; hash: string; at: string; signature: string };

const PRIVATE = "audit-signing.key";
const PUBLIC = "audit-signing.pub";
/** PKCS #8 of an Ed25519 key, up to its 32 bytes (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** `DATA_DIR/secrets/audit-signing.key`: made once, readable by the owner alone. */
const privateKey = (): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, secretFile(PRIVATE)]), format: "der", type: "pkcs8" });

/** The key that signatures are checked with; it is also written beside the private one, for a check elsewhere. */
function publicKey(): KeyObject {
  const key = createPublicKey(privateKey());
  const path = join(env.DATA_DIR, "secrets", PUBLIC);
  if (!existsSync(path)) writeFileSync(path, key.export({ format: "pem", type: "spki" }));
  return key;
}

type Unsigned = Omit<SignedHead, "signature">;
const message = ({ workspace_id, seq, hash, at }: Unsigned): Buffer =>
  Buffer.from(`parley audit head\n${workspace_id}\n${seq}\n${hash}\n${at}`);

/** Signs heads with Ed25519; the signature is base64url. */
export function headSigner(): (head: Unsigned) => SignedHead {
  const key = privateKey();
  publicKey();
  return (head) => ({ ...head, signature: sign(null, message(head), key).toString("base64url") });
}

/** Tells whether a head bears the product's signature. */
export function headChecker(): (head: SignedHead) => boolean {
  const key = publicKey();
  return (head) => verify(null, message(head), key, Buffer.from(head.signature, "base64url"));
}
