import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "@/lib/platform/env";
import { requireSecret } from "./secret-store";

/** Prefix of a PKCS #8 Ed25519 key before its 32 bytes (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

export type SigningKey = { privateKey: KeyObject; publicKey: KeyObject };
/** A public key as the API shows it. `key_id`: hex SHA-256 of its DER. `public_key`: SubjectPublicKeyInfo as PEM. */
export type PublishedKey = { algorithm: "Ed25519"; key_id: string; public_key: string };

const pemOf = (key: KeyObject): string => key.export({ format: "pem", type: "spki" }).toString();

/**
 * Opens an Ed25519 key of this installation, the secret `<name>.key`. The
 * public key is also written beside it as `<name>.pub`, for verification on another machine.
 */
export function openSigningKey(name: string): SigningKey {
  const key = Buffer.concat([PKCS8_PREFIX, requireSecret(`${name}.key`)]);
  const privateKey = createPrivateKey({ key, format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(privateKey);
  const path = join(env.DATA_DIR, "secrets", `${name}.pub`);
  if (!existsSync(path)) writeFileSync(path, pemOf(publicKey));
  return { privateKey, publicKey };
}

export const publishedKeyOf = ({ publicKey }: SigningKey): PublishedKey => ({
  algorithm: "Ed25519",
  key_id: createHash("sha256")
    .update(publicKey.export({ format: "der", type: "spki" }))
    .digest("hex"),
  public_key: pemOf(publicKey),
});

/** The signature of a text, base64url. */
export const signText = ({ privateKey }: SigningKey, text: string): string =>
  sign(null, Buffer.from(text), privateKey).toString("base64url");
