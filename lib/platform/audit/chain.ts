import { createHash } from "node:crypto";
import type { AuditProblem, AuditVerdict } from "./schema";

/**
 * An entry as stored. `before` and `after` are PostgreSQL's own text of the jsonb, which is what was hashed.
 */
export type ChainRow = {
  workspace_id: string;
  seq: number;
  id: string;
  /** RFC 3339 in UTC with milliseconds. */
  at: string;
  actor_type: string;
  actor_id: string;
  action: string;
  target: string;
  before: string | null;
  after: string | null;
  address: string | null;
  request_id: string;
  previous: Buffer;
  hash: Buffer;
};

/** The chain's last entry as recorded in the database. */
export type Head = { seq: number; hash: Buffer };
/**
 * Signed heads stored outside the database: hex hash by sequence number. `forged`: the first with an invalid
 * signature.
 */
export type Anchors = { hashes: ReadonlyMap<number, string>; forged: number | null };
export type Chain = {
  workspaceId: string;
  /** In the order of `seq`. */
  pages: AsyncIterable<readonly ChainRow[]>;
  /** Called after the last page. */
  head: () => Head | null;
  anchors: Anchors;
};

type Fault = { seq: number; id: string | null; problem: AuditProblem };
type LastEntry = { seq: number; hash: Buffer; id: string | null; at: string | null };

/**
 * How far from its position a moved entry is searched. Beyond that it counts as edited, which is also true.
 */
const MAX_SEARCH_DISTANCE = 1_000;

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The hash that precedes the first entry of a workspace's chain. */
const genesisHash = (workspaceId: string): Buffer => sha256(`parley audit ${workspaceId}`);

/** Encodes a field as `<bytes>:<text>`, or `-` for null, so that different rows never have the same bytes. */
const encodeField = (text: string | null): string =>
  text === null ? "-" : `${Buffer.byteLength(text)}:${text}`;

/** The hash of an entry, as `append_audit_event` in prisma/sql computes it. */
export function hashOf(row: ChainRow, seq: number = row.seq): Buffer {
  const fields = [
    row.workspace_id,
    String(seq),
    row.id,
    row.at,
    row.actor_type,
    row.actor_id,
    row.action,
    row.target,
    row.before,
    row.after,
    row.address,
    row.request_id,
  ];
  return sha256(row.previous, fields.map(encodeField).join(""));
}

/** Whether the entry is unchanged but was written at another position. */
function isMoved(row: ChainRow): boolean {
  for (let seq = Math.max(1, row.seq - MAX_SEARCH_DISTANCE); seq <= row.seq + MAX_SEARCH_DISTANCE; seq++) {
    if (seq !== row.seq && hashOf(row, seq).equals(row.hash)) return true;
  }
  return false;
}

/** The fault at `row`, the entry after `last`, if any. `isLastAnchored`: a signed head confirms `last`. */
function findFaultAt(row: ChainRow, last: LastEntry, isLastAnchored: boolean): Fault | null {
  if (row.seq !== last.seq + 1) return { seq: last.seq + 1, id: null, problem: "removed" };
  const entry = { seq: row.seq, id: row.id };
  if (!hashOf(row).equals(row.hash)) return { ...entry, problem: isMoved(row) ? "reordered" : "edited" };
  if (row.previous.equals(last.hash)) return null;
  // The entry is unchanged but does not follow the one before it, which was therefore edited together with
  // its hash.
  return last.seq > 0 && !isLastAnchored
    ? { seq: last.seq, id: last.id, problem: "edited" }
    : { ...entry, problem: "edited" };
}

/** The fault after the last entry, if any: a cut tail, or a head that does not match. */
function findFaultAfter(last: LastEntry, head: Head | null, { hashes, forged }: Anchors): Fault | null {
  let lastAnchored = 0;
  for (const seq of hashes.keys()) lastAnchored = Math.max(lastAnchored, seq);
  if (Math.max(lastAnchored, head?.seq ?? 0) > last.seq)
    return { seq: last.seq + 1, id: null, problem: "removed" };
  const headMatches = head === null ? last.seq === 0 : head.seq === last.seq && head.hash.equals(last.hash);
  if (!headMatches) return { seq: Math.max(1, last.seq), id: last.id, problem: "head" };
  return forged === null ? null : { seq: forged, id: null, problem: "signature" };
}

function createVerdict(entries: number, last: LastEntry, fault: Fault | null): AuditVerdict {
  const head = last.at === null ? null : { seq: last.seq, hash: last.hash.toString("hex"), at: last.at };
  return { valid: fault === null, entries, head, first_invalid: fault };
}

/**
 * Verifies a workspace's chain from its start and returns the first entry that was edited, removed or
 * reordered. With an earlier signed head it also detects a cut tail and a rewritten chain.
 */
export async function verifyChain({ workspaceId, pages, head, anchors }: Chain): Promise<AuditVerdict> {
  let last: LastEntry = { seq: 0, hash: genesisHash(workspaceId), id: null, at: null };
  for await (const page of pages) {
    for (const row of page) {
      const fault = findFaultAt(row, last, anchors.hashes.has(last.seq));
      if (fault !== null) return createVerdict(last.seq, last, fault);
      const anchor = anchors.hashes.get(row.seq);
      if (anchor !== undefined && anchor !== row.hash.toString("hex"))
        return createVerdict(last.seq, last, { seq: row.seq, id: row.id, problem: "rewritten" });
      last = { seq: row.seq, hash: row.hash, id: row.id, at: row.at };
    }
  }
  return createVerdict(last.seq, last, findFaultAfter(last, head(), anchors));
}
