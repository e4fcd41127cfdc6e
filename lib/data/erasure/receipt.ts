import { openSigningKey, type PublishedKey, publishedKeyOf, signText } from "@/lib/platform/crypto";
import { canonical } from "./canonical";
import type { Signature } from "./schema";

const openKey = () => openSigningKey("receipt-signing");

/** The public key of receipts. */
export const receiptKey = (): PublishedKey => publishedKeyOf(openKey());

/**
 * Signs the facts of a deletion. `bin/receipt-verify.mjs` verifies the signature, independently of the
 * product.
 */
export function signReceipt<Facts extends { kind: string }>(facts: Facts): Facts & { signature: Signature } {
  const key = openKey();
  const { algorithm, key_id } = publishedKeyOf(key);
  return { ...facts, signature: { algorithm, key_id, value: signText(key, canonical(facts)) } };
}
