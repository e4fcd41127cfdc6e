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
  /** Hex SHA-256, like `hash`. Null in an export whose previous entry is missing. */
  previous: string | null;
  hash: string;
};

/** SHA-256 of bytes. Node's is synchronous, Web Crypto's is not. */
export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>;

/**
 * How far from its position a moved entry is searched. Beyond that it counts as edited, which is also true.
 */
const MAX_SEARCH_DISTANCE = 1_000;
/** Larger entries are not searched: each position costs a hash of the entry. In characters of `before` and `after`. */
const MAX_SEARCHED_CHARS = 16_384;

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

/** The hash of an entry after `previous`, as `append_audit_event` in prisma/sql computes it. */
function hashAfter(sha256: Sha256, previous: string, row: ChainRow, seq: number): Promise<string> {
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
  const previousBytes = fromHex(previous);
  const content = encoder.encode(fields.map(encodeField).join(""));
  const bytes = new Uint8Array(previousBytes.length + content.length);
  bytes.set(previousBytes);
  bytes.set(content, previousBytes.length);
  return hashHex(sha256, bytes);
}

/** Whether the entry's fields match its hash. An entry without the previous hash cannot be checked and counts as matching. */
export const matchesHash = async (sha256: Sha256, row: ChainRow): Promise<boolean> =>
  row.previous === null || (await hashAfter(sha256, row.previous, row, row.seq)) === row.hash;

/** Whether the entry is unchanged but was written at another position. */
export async function isMoved(sha256: Sha256, row: ChainRow): Promise<boolean> {
  if (row.previous === null) return false;
  if ((row.before?.length ?? 0) + (row.after?.length ?? 0) > MAX_SEARCHED_CHARS) return false;
  const last = row.seq + MAX_SEARCH_DISTANCE;
  for (let seq = Math.max(1, row.seq - MAX_SEARCH_DISTANCE); seq <= last; seq++)
    if (seq !== row.seq && (await hashAfter(sha256, row.previous, row, seq)) === row.hash) return true;
  return false;
}
