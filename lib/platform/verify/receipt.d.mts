import type { PublicKey } from "./signatures.mjs";

/**
 * A check of a receipt. `format`: it has exactly the fields of its kind. `key`: its key is one of those given. `signature`:
 * its content is what was signed. `result`: it states a completed deletion without remaining data.
 */
export type ReceiptCheck = {
  name: "format" | "key" | "signature" | "result";
  status: "passed" | "failed" | "skipped";
  /** Paths of the fields at fault. */
  fields: string[];
  /** The key of the signature, if it is not one of those given. */
  keyId: string | null;
};

/** Whether a parsed file names a kind of receipt. Its other fields are not checked. */
export function isReceipt(value: unknown): boolean;

/** Checks the receipt of a deletion of a contact's data or of a workspace with the public keys of receipts. */
export function verifyReceipt(receipt: unknown, keys: readonly PublicKey[]): Promise<ReceiptCheck[]>;
