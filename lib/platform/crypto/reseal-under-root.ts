import { type FieldRef, type Sealer, versionOf } from "./seal";
import { rootKeys } from "./secret-store";

/** Whether a value that the root key seals is not under the newest one. */
export const isUnderFormerRoot = (ciphertext: Buffer): boolean =>
  versionOf(ciphertext) !== rootKeys().sealing;

/** Seals a value again under the newest root key; null if it is already. Throws `SealError` if it does not open. */
export function resealUnderRoot(sealer: Sealer, ref: FieldRef, ciphertext: Buffer): Buffer | null {
  return isUnderFormerRoot(ciphertext) ? sealer.seal(ref, sealer.open(ref, ciphertext)) : null;
}
