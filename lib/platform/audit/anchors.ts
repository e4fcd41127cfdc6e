import type { AuditRestore, SignedHead } from "./schema";

/** Signed heads of a workspace's chain, stored outside the database. */
export type Anchors = {
  /** Hex hash by sequence number. */
  hashes: ReadonlyMap<number, string>;
  /** Positions of the heads with an invalid signature. */
  forged: ReadonlySet<number>;
  /** Restores from a backup, oldest first. */
  restores: readonly AuditRestore[];
};

/**
 * Collects signed heads in the order of their signing. A head that records a restore replaces the earlier heads after
 * `restore.kept_seq`: they confirm entries that the restored database no longer has.
 */
export function createAnchors(): Anchors & { add: (head: SignedHead, isGenuine: boolean) => void } {
  const hashes = new Map<number, string>();
  const forged = new Set<number>();
  const restores: AuditRestore[] = [];
  const add = (head: SignedHead, isGenuine: boolean) => {
    if (!isGenuine) {
      forged.add(head.seq);
      return;
    }
    if (head.restore !== undefined) {
      for (const seq of [...hashes.keys()]) if (seq > head.restore.kept_seq) hashes.delete(seq);
      restores.push({ at: head.at, ...head.restore });
    }
    if (!hashes.has(head.seq)) hashes.set(head.seq, head.hash);
  };
  return { hashes, forged, restores, add };
}
