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
  /** Hex SHA-256, like `hash`. */
  previous: string;
  hash: string;
};

/** SHA-256 of bytes. Node's is synchronous, Web Crypto's is not. */
export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>;

/** The chain's last entry as recorded in the database, or in a file. `hash` is hex. */
export type Head = { seq: number; hash: string };
/**
 * Signed heads stored outside the database: hex hash by sequence number. `forged`: the first with an invalid
 * signature.
 */
export type Anchors = { hashes: ReadonlyMap<number, string>; forged: number | null };
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

type Fault = { seq: number; id: string | null; problem: AuditProblem };
type LastEntry = { seq: number; hash: string; id: string | null; at: string | null };

/**
 * How far from its position a moved entry is searched. Beyond that it counts as edited, which is also true.
 */
const MAX_SEARCH_DISTANCE = 1_000;

const encoder = new TextEncoder();
const HEX = 16;
const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(HEX).padStart(2, "0")).join("");
const fromHex = (text: string): number[] =>
  (text.match(/../g) ?? []).map((pair) => Number.parseInt(pair, HEX));

const hashHex = async (sha256: Sha256, bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  toHex(await sha256(bytes));

/** The hash that precedes the first entry of a workspace's chain. */
export const genesisHash = (sha256: Sha256, workspaceId: string): Promise<string> =>
  hashHex(sha256, encoder.encode(`parley audit ${workspaceId}`));

/** Encodes a field as `<bytes>:<text>`, or `-` for null, so that different rows never have the same bytes. */
const encodeField = (text: string | null): string =>
  text === null ? "-" : `${encoder.encode(text).length}:${text}`;

/** The hash of an entry, as `append_audit_event` in prisma/sql computes it. */
function hashOf(sha256: Sha256, row: ChainRow, seq: number = row.seq): Promise<string> {
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
  const previous = fromHex(row.previous);
  const content = encoder.encode(fields.map(encodeField).join(""));
  const bytes = new Uint8Array(previous.length + content.length);
  bytes.set(previous);
  bytes.set(content, previous.length);
  return hashHex(sha256, bytes);
}

/** Whether the entry is unchanged but was written at another position. */
async function isMoved(sha256: Sha256, row: ChainRow): Promise<boolean> {
  for (let seq = Math.max(1, row.seq - MAX_SEARCH_DISTANCE); seq <= row.seq + MAX_SEARCH_DISTANCE; seq++) {
    if (seq !== row.seq && (await hashOf(sha256, row, seq)) === row.hash) return true;
  }
  return false;
}

/** The fault at `row`, the entry after `last`, if any. `isLastAnchored`: a signed head confirms `last`. */
async function findFaultAt(
  sha256: Sha256,
  row: ChainRow,
  last: LastEntry,
  isLastAnchored: boolean,
): Promise<Fault | null> {
  if (row.seq !== last.seq + 1) return { seq: last.seq + 1, id: null, problem: "removed" };
  const entry = { seq: row.seq, id: row.id };
  if ((await hashOf(sha256, row)) !== row.hash)
    return { ...entry, problem: (await isMoved(sha256, row)) ? "reordered" : "edited" };
  if (row.previous === last.hash) return null;
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
  const headMatches = head === null ? last.seq === 0 : head.seq === last.seq && head.hash === last.hash;
  if (!headMatches) return { seq: Math.max(1, last.seq), id: last.id, problem: "head" };
  return forged === null ? null : { seq: forged, id: null, problem: "signature" };
}

function createVerdict(entries: number, last: LastEntry, fault: Fault | null): AuditVerdict {
  const head = last.at === null ? null : { seq: last.seq, hash: last.hash, at: last.at };
  return { valid: fault === null, entries, head, first_invalid: fault };
}

/**
 * Verifies a workspace's chain from its start and returns the first entry that was edited, removed or
 * reordered. With an earlier signed head it also detects a cut tail and a rewritten chain.
 */
export async function verifyChain({
  workspaceId,
  sha256,
  start,
  pages,
  head,
  anchors,
}: Chain): Promise<AuditVerdict> {
  const before = start ?? { seq: 0, hash: await genesisHash(sha256, workspaceId) };
  let last: LastEntry = { ...before, id: null, at: null };
  for await (const page of pages) {
    for (const row of page) {
      const fault = await findFaultAt(sha256, row, last, anchors.hashes.has(last.seq));
      if (fault !== null) return createVerdict(last.seq, last, fault);
      const anchor = anchors.hashes.get(row.seq);
      if (anchor !== undefined && anchor !== row.hash)
        return createVerdict(last.seq, last, { seq: row.seq, id: row.id, problem: "rewritten" });
      last = { seq: row.seq, hash: row.hash, id: row.id, at: row.at };
    }
  }
  return createVerdict(last.seq, last, findFaultAfter(last, head(), anchors));
}
