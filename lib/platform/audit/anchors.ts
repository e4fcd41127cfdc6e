import type { AuditRestore, SignedHead } from "./schema";

/** Signed heads of a workspace's chain, stored outside the database. */
export type Anchors = {
  /** The heads that the chain must match, in the order of `seq`, one for each position. */
  heads: readonly SignedHead[];
  /** Hex hash of each of them by sequence number. */
  hashes: ReadonlyMap<number, string>;
  /** Positions of the heads with an invalid signature. */
  forged: ReadonlySet<number>;
  /** Restores from a backup, oldest first. */
  restores: readonly AuditRestore[];
};

/** A head that records a restore. */
type RestoreHead = SignedHead & { restore: NonNullable<SignedHead["restore"]> };
const isRestore = (head: SignedHead): head is RestoreHead => head.restore !== undefined;

/** A head can be signed this long after its time, so that its entry may be newer than a backup of that time. */
const SIGNING_MS = 600_000;

/**
 * Whether the record of a restore replaces a head: one of the entries that the restored database lacks, signed before the record
 * and not before the backup. The database had all entries of an earlier head when it was backed up, so a contradiction to
 * that head is no effect of the restore. A record replaces nothing that was signed after it, however often a file repeats it.
 */
function replaces({ at, restore }: RestoreHead, head: SignedHead): boolean {
  const isLost = head.seq > restore.kept_seq && head.seq <= restore.replaced_seq;
  return isLost && Date.parse(head.at) <= Date.parse(at) && canReplace(restore.backup_made_at, head);
}

/** Whether a restore of a backup of that time can replace the head. Null: the time is unknown. */
export const canReplace = (backupMadeAt: string | null, head: Pick<SignedHead, "at">): boolean =>
  backupMadeAt === null || Date.parse(head.at) >= Date.parse(backupMadeAt) - SIGNING_MS;

/**
 * Selects the heads that the chain must match. The result does not depend on the order of the heads, and repeated heads count
 * once: files of heads can be joined.
 */
export function selectAnchors(genuine: readonly SignedHead[], forged: Iterable<number> = []): Anchors {
  const unique = [...new Map(genuine.map((head) => [head.signature, head])).values()];
  const oldestFirst = unique.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const restores = oldestFirst.filter(isRestore);
  const bySeq = new Map<number, SignedHead>();
  for (const head of oldestFirst)
    if (!bySeq.has(head.seq) && !restores.some((record) => record !== head && replaces(record, head)))
      bySeq.set(head.seq, head);
  const heads = [...bySeq.values()].sort((a, b) => a.seq - b.seq);
  return {
    heads,
    hashes: new Map(heads.map(({ seq, hash }) => [seq, hash])),
    forged: new Set(forged),
    restores: restores.map(({ at, restore }) => ({ at, ...restore })),
  };
}
