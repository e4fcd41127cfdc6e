import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { headText, type UnsignedHead } from "@/lib/platform/audit/head-text";

/** Canonical JSON (RFC 8785) of flat and nested objects of texts and integers. */
function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(",")}}`;
}

/** Signs receipts and heads with a new key. */
export function createSigner() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const pem = publicKey.export({ format: "pem", type: "spki" }).toString();
  const der = publicKey.export({ format: "der", type: "spki" });
  const keyId = createHash("sha256").update(der).digest("hex");
  const signText = (text: string) => sign(null, Buffer.from(text), privateKey).toString("base64url");
  return {
    pem,
    keyId,
    signReceipt: <Facts extends object>(facts: Facts) => ({
      ...facts,
      signature: { algorithm: "Ed25519", key_id: keyId, value: signText(canonical(facts)) },
    }),
    signHead: (head: UnsignedHead) => ({ ...head, signature: signText(headText(head)) }),
  };
}
