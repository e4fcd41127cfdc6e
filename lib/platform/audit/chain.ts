import { createHash } from "node:crypto";
import type { AuditProblem, AuditVerdict } from "./schema";

/** An entry as it is stored. `before` and `after` are PostgreSQL's own text of the jsonb: it is what was hashed. */
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

/** The end of the chain as the database notes it. */
export type Head = { seq: number; hash: Buffer };
/** Heads that were signed and kept outside, by place, in hex; `forged`: a place whose signature does not hold. */
export type Anchors = { hashes: ReadonlyMap<number, string>; forged: number | null };
export type Chain = {
  workspaceId: string;
  /** In the order of `seq`. */
  pages: AsyncIterable<readonly ChainRow[]>;
  /** Asked for when the pages have ended. */
  head: () => Head | null;
  anchors: Anchors;
};

type Fault = { seq: number; id: string | null; problem: AuditProblem };
type Last = { seq: number; hash: Buffer; id: string | null; at: string | null };

/** How far from its place a moved entry is looked for; further away it is called edited, which is as true. */
const REACH = 1_000;

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** What the first entry of a workspace's chain follows. */
const genesis = (workspaceId: string): Buffer => sha256(`parley audit ${workspaceId}`);

/** `<bytes>:<text>`, or `-` for null: no two different rows have the same bytes. */
const field = (text: string | null): string => (text === null ? "-" : `${Buffer.byteLength(text)}:${text}`);

/** The hash of an entry, as `audit_append` in the migrations computes it. */
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
  return sha256(row.previous, fields.map(field).join(""));
}

/** Whether the entry is whole, but was written at another place. */
function moved(row: ChainRow): boolean {
  for (let seq = Math.max(1, row.seq - REACH); seq <= row.seq + REACH; seq++) {
    if (seq !== row.seq && hashOf(row, seq).equals(row.hash)) return true;
  }
  return false;
}

/** What is wrong at `row`, the next after `last`; `certain`: a signed head vouches for `last`. */
function faultAt(row: ChainRow, last: Last, certain: boolean): Fault | null {
  if (row.seq !== last.seq + 1) return { seq: last.seq + 1, id: null, problem: "removed" };
  const here = { seq: row.seq, id: row.id };
  if (!hashOf(row).equals(row.hash)) return { ...here, problem: moved(row) ? "reordered" : "edited" };
  if (row.previous.equals(last.hash)) return null;
  // The entry is whole and follows another one than stands before it: that one was changed together with its hash.
  return last.seq > 0 && !certain
    ? { seq: last.seq, id: last.id, problem: "edited" }
    : { ...here, problem: "edited" };
}

/** What is wrong behind the last entry: a cut tail, or a head that does not fit. */
function faultBehind(last: Last, head: Head | null, { hashes, forged }: Anchors): Fault | null {
  let anchored = 0;
  for (const seq of hashes.keys()) anchored = Math.max(anchored, seq);
  if (Math.max(anchored, head?.seq ?? 0) > last.seq)
    return { seq: last.seq + 1, id: null, problem: "removed" };
  const fits = head === null ? last.seq === 0 : head.seq === last.seq && head.hash.equals(last.hash);
  if (!fits) return { seq: Math.max(1, last.seq), id: last.id, problem: "head" };
  return forged === null ? null : { seq: forged, id: null, problem: "signature" };
}

function verdict(entries: number, last: Last, fault: Fault | null): AuditVerdict {
  const head = last.at === null ? null : { seq: last.seq, hash: last.hash.toString("hex"), at: last.at };
  return { valid: fault === null, entries, head, first_invalid: fault };
}

/**
 * Walks a workspace's chain from its beginning and names the first entry that was edited, removed or reordered, also
 * where the tail was cut or the whole was written anew, if a signed head from before is at hand.
 */
export async function verifyChain({ workspaceId, pages, head, anchors }: Chain): Promise<AuditVerdict> {
  let last: Last = { seq: 0, hash: genesis(workspaceId), id: null, at: null };
  for await (const page of pages) {
    for (const row of page) {
      const fault = faultAt(row, last, anchors.hashes.has(last.seq));
      if (fault !== null) return verdict(last.seq, last, fault);
      const anchor = anchors.hashes.get(row.seq);
      if (anchor !== undefined && anchor !== row.hash.toString("hex"))
        return verdict(last.seq, last, { seq: row.seq, id: row.id, problem: "rewritten" });
      last = { seq: row.seq, hash: row.hash, id: row.id, at: row.at };
    }
  }
  return verdict(last.seq, last, faultBehind(last, head(), anchors));
}
