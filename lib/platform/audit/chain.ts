import type { Anchors } from "./anchors";
import { type ChainRow, genesisHash, isMoved, matchesHash, type Sha256 } from "./entry-hash";
import { type AuditFault, type AuditVerdict, MAX_FAULTS } from "./schema";

/** The chain's last entry as recorded in the database, or in a file. `hash` is hex. */
export type Head = { seq: number; hash: string };

export type Chain = {
  workspaceId: string;
  sha256: Sha256;
  /** The entry that the chain continues; by default it begins with the workspace's first entry. */
  start?: Head;
  /** In the order of `seq`. */
  pages: AsyncIterable<readonly ChainRow[]>;
  /** Called after the last page. */
  head: () => Head | null;
  anchors: Anchors;
};

/** Faults for which the original position is searched. Later ones of the same log count as edited, which is also true. */
const MAX_SEARCHES = 3;

/** The entry before the next one. `isFaulty`: its fields or its hash were changed, which explains a mismatch of the next one. */
type LastEntry = { seq: number; hash: string; id: string | null; at: string | null; isFaulty: boolean };

/** The faults of `row`, the entry after `last`. `canSearch`: whether to find out if a changed entry was moved. */
async function findFaultsAt(
  { sha256, anchors: { hashes } }: Chain,
  row: ChainRow,
  last: LastEntry,
  canSearch: boolean,
): Promise<AuditFault[]> {
  const entry = { seq: row.seq, id: row.id, count: 1 };
  if (row.seq <= last.seq) return [{ ...entry, problem: "reordered" }];
  const missing = row.seq - last.seq - 1;
  const gap: AuditFault[] =
    missing > 0 ? [{ seq: last.seq + 1, id: null, problem: "removed", count: missing }] : [];
  if (!(await matchesHash(sha256, row)))
    // The search for the original position costs some thousand hashes.
    return [
      ...gap,
      { ...entry, problem: canSearch && (await isMoved(sha256, row)) ? "reordered" : "edited" },
    ];
  const anchor = hashes.get(row.seq);
  if (anchor !== undefined && anchor !== row.hash) return [...gap, { ...entry, problem: "rewritten" }];
  if (missing > 0 || last.isFaulty || row.previous === null || row.previous === last.hash) return gap;
  // The entry is unchanged but does not follow the one before it, which was therefore edited together with
  // its hash.
  return last.seq > 0 && !hashes.has(last.seq)
    ? [{ seq: last.seq, id: last.id, problem: "edited", count: 1 }]
    : [{ ...entry, problem: "edited" }];
}

/** The faults after the last entry: a cut tail, a head that does not match, forged signatures. */
function findFaultsAfter(last: LastEntry, head: Head | null, { hashes, forged }: Anchors): AuditFault[] {
  const signatures = [...forged].map(
    (seq): AuditFault => ({ seq, id: null, problem: "signature", count: 1 }),
  );
  let lastExpected = head?.seq ?? 0;
  for (const seq of hashes.keys()) lastExpected = Math.max(lastExpected, seq);
  if (lastExpected > last.seq)
    return [
      { seq: last.seq + 1, id: null, problem: "removed", count: lastExpected - last.seq },
      ...signatures,
    ];
  const headMatches = head === null ? last.seq === 0 : head.seq === last.seq && head.hash === last.hash;
  return headMatches || last.isFaulty
    ? signatures
    : [{ seq: Math.max(1, last.seq), id: last.id, problem: "head", count: 1 }, ...signatures];
}

/**
 * Verifies a workspace's chain from its start to its end and returns its faults: entries that were edited, removed or
 * reordered. With earlier signed heads it also detects a cut tail and a rewritten chain, and reports restores from a backup.
 */
export async function verifyChain(chain: Chain): Promise<AuditVerdict> {
  const { workspaceId, sha256, start, pages, head, anchors } = chain;
  const before = start ?? { seq: 0, hash: await genesisHash(sha256, workspaceId) };
  let last: LastEntry = { ...before, id: null, at: null, isFaulty: false };
  let beforeLast = last;
  let lastValid: LastEntry | null = null;
  const faults: AuditFault[] = [];
  let faultCount = 0;
  const report = (additional: readonly AuditFault[], isLastValid = true) => {
    if (additional.length > 0) lastValid ??= isLastValid ? last : beforeLast;
    faultCount += additional.length;
    faults.push(...additional.slice(0, MAX_FAULTS - faults.length));
  };
  for await (const page of pages) {
    for (const row of page) {
      const faultsOfRow = await findFaultsAt(chain, row, last, faults.length < MAX_SEARCHES);
      report(faultsOfRow, faultsOfRow[0]?.seq !== last.seq);
      if (row.seq <= last.seq) continue;
      const isFaulty = faultsOfRow.some(({ seq, problem }) => seq === row.seq && problem !== "rewritten");
      beforeLast = last;
      last = { seq: row.seq, hash: row.hash, id: row.id, at: row.at, isFaulty };
    }
  }
  report(findFaultsAfter(last, head(), anchors));
  const { seq, hash, at } = lastValid ?? last;
  return {
    valid: faultCount === 0,
    entries: seq,
    head: at === null ? null : { seq, hash, at },
    first_invalid: faults[0] ?? null,
    faults,
    fault_count: faultCount,
    restores: [...anchors.restores],
  };
}
