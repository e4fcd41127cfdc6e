import { type FieldRef, SealError, type Sealer, versionOf } from "./seal";
import { rootKeys } from "./secret-store";

/** Whether a value that the root key seals is not under the newest one. */
export const isUnderFormerRoot = (ciphertext: Buffer): boolean =>
  versionOf(ciphertext) !== rootKeys().sealing;

/** The outcome of a pass: how many values were sealed again, and the places of those that do not open. */
export type ResealResult = { resealed: number; damaged: string[] };

/**
 * Seals a value again under the newest root key, unless it is already. Returns null for it, and for a value that does not
 * open, whose place (row ids, no content) is added to `damaged`.
 */
export function tryResealUnderRoot(
  sealer: Sealer,
  ref: FieldRef,
  ciphertext: Buffer,
  { place, damaged }: { place: string; damaged: string[] },
): Buffer | null {
  try {
    return resealUnderRoot(sealer, ref, ciphertext);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    damaged.push(place);
    return null;
  }
}

/** Seals a value again under the newest root key; null if it is already. Throws `SealError` if it does not open. */
function resealUnderRoot(sealer: Sealer, ref: FieldRef, ciphertext: Buffer): Buffer | null {
  return isUnderFormerRoot(ciphertext) ? sealer.seal(ref, sealer.open(ref, ciphertext)) : null;
}
