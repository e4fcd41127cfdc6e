import { verify } from "node:crypto";
import { openSigningKey, type PublishedKey, publishedKeyOf, signText } from "@/lib/platform/crypto";
import { headText, type UnsignedHead } from "./head-text";
import type { SignedHead } from "./schema";

const openKey = () => openSigningKey("audit-signing");

/** Creates a function that signs heads. */
export function createHeadSigner(): (head: UnsignedHead) => SignedHead {
  const key = openKey();
  return (head) => ({ ...head, signature: signText(key, headText(head)) });
}

/** Creates a function that checks the signature of a head. */
export function createHeadChecker(): (head: SignedHead) => boolean {
  const { publicKey } = openKey();
  return (head) =>
    verify(null, Buffer.from(headText(head)), publicKey, Buffer.from(head.signature, "base64url"));
}

/** The public key of signed heads. */
export const headKey = (): PublishedKey => publishedKeyOf(openKey());
