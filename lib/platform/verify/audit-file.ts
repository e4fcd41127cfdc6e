import { selectAnchors } from "@/lib/platform/audit/anchors";
import { type Head, verifyChain } from "@/lib/platform/audit/chain";
import { type ChainRow, genesisHash, type Sha256 } from "@/lib/platform/audit/entry-hash";
import { headText } from "@/lib/platform/audit/head-text";
import type {
  AuditEntry,
  AuditFault,
  AuditProblem,
  AuditRestore,
  AuditVerdict,
  SignedHead,
} from "@/lib/platform/audit/schema";
import { jsonbText } from "./jsonb-text";
import { isSignedWith, type PublicKey } from "./signatures.mjs";

/**
 * A check of an exported audit log. `start`: the file begins with the first entry. `chain`: each entry matches its hash and
 * follows the one before it. `signatures`: the heads are signed with one of the keys. `restores`: the restores from a backup
 * that the heads record, after which earlier entries can be missing. `heads`: the entries match the signed heads. `end`: no
 * entry is missing at the end.
 */
export type AuditCheck = {
  name: "start" | "chain" | "signatures" | "restores" | "heads" | "end";
  status: "passed" | "failed" | "skipped";
  /** Number of entries, heads or restores that passed; at the end, entries that no signed head confirms. */
  count: number;
  /** The entry at fault, or the first one that is missing. */
  seq: number | null;
  problem: AuditProblem | null;
  /** All faults of the chain, at most 100, of `faultCount`. */
  faults: readonly AuditFault[];
  faultCount: number;
  /** The restores from a backup that the heads record. */
  restores: readonly AuditRestore[];
};

type Input = { workspaceId: string; entries: readonly AuditEntry[]; heads: readonly SignedHead[] };

const sha256: Sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

const check = (
  name: AuditCheck["name"],
  status: AuditCheck["status"],
  {
    count = 0,
    seq = null,
    problem = null,
    faults = [],
    faultCount = 0,
    restores = [],
  }: Partial<AuditCheck> = {},
): AuditCheck => ({ name, status, count, seq, problem, faults, faultCount, restores });

/** Entries per page. Between pages the browser can draw. */
const PAGE_ENTRIES = 500;

/** `previous`: the entry before it in the file; without it, the hash that it continues is unknown. */
const toRow = (entry: AuditEntry, workspaceId: string, previous: Head): ChainRow => ({
  ...entry,
  workspace_id: workspaceId,
  actor_type: entry.actor.type,
  actor_id: entry.actor.id,
  before: entry.before === null ? null : jsonbText(entry.before),
  after: entry.after === null ? null : jsonbText(entry.after),
  previous: previous.seq === entry.seq - 1 ? previous.hash : null,
});

/** Verifies the entries, each against the hash of the one before it. The first entry of a part of a log has none. */
async function verifyEntries(workspaceId: string, entries: readonly AuditEntry[]): Promise<AuditVerdict> {
  const [first] = entries;
  const start = first !== undefined && first.seq > 1 ? first : undefined;
  const chained = start === undefined ? entries : entries.slice(1);
  async function* pages(): AsyncGenerator<ChainRow[]> {
    let previous: Head = start ?? { seq: 0, hash: await genesisHash(sha256, workspaceId) };
    for (let at = 0; at < chained.length; at += PAGE_ENTRIES) {
      yield chained.slice(at, at + PAGE_ENTRIES).map((entry) => {
        const row = toRow(entry, workspaceId, previous);
        // A repeated entry is a fault, and the next one follows the first of the two.
        if (entry.seq > previous.seq) previous = entry;
        return row;
      });
    }
  }
  return verifyChain({
    workspaceId,
    sha256,
    ...(start && { start }),
    pages: pages(),
    head: () => entries.at(-1) ?? null,
    anchors: selectAnchors([]),
  });
}

async function isGenuine(head: SignedHead, keys: readonly PublicKey[]): Promise<boolean> {
  for (const key of keys) if (await isSignedWith(key, headText(head), head.signature)) return true;
  return false;
}

const skipHeads = (): AuditCheck[] => [
  check("restores", "skipped"),
  check("heads", "skipped"),
  check("end", "skipped"),
];

/** Compares the entries with the signed heads of the workspace, in any order. */
async function checkHeads({ entries, heads }: Input, keys: readonly PublicKey[]): Promise<AuditCheck[]> {
  const genuine: SignedHead[] = [];
  let forged: number | undefined;
  for (const head of heads) {
    if (await isGenuine(head, keys)) genuine.push(head);
    else forged ??= head.seq;
  }
  const { heads: signed, restores } = selectAnchors(genuine);
  if (signed.length === 0) return [check("signatures", "failed", { seq: forged ?? null }), ...skipHeads()];
  const hashes = new Map(entries.map(({ seq, hash }) => [seq, hash]));
  const lastSeq = entries.at(-1)?.seq ?? 0;
  const lastHead = signed.reduce((last, { seq }) => Math.max(last, seq), 0);
  const inFile = signed.filter(({ seq }) => hashes.has(seq));
  const rewritten = inFile.find(({ seq, hash }) => hashes.get(seq) !== hash);
  return [
    forged === undefined
      ? check("signatures", "passed", { count: heads.length })
      : check("signatures", "failed", { seq: forged }),
    check("restores", "passed", { count: restores.length, restores }),
    rewritten === undefined
      ? check("heads", inFile.length === 0 ? "skipped" : "passed", { count: inFile.length })
      : check("heads", "failed", { seq: rewritten.seq, problem: "rewritten" }),
    lastHead > lastSeq
      ? check("end", "failed", { seq: lastSeq + 1, problem: "removed" })
      : check("end", "passed", { count: lastSeq - lastHead }),
  ];
}

/** Checks an exported audit log, with its entries in any order, and the signed heads of its workspace. */
export async function verifyAuditFile(input: Input, keys: readonly PublicKey[]): Promise<AuditCheck[]> {
  const entries = [...input.entries].sort((a, b) => a.seq - b.seq);
  const heads = input.heads.filter(({ workspace_id: id }) => id === input.workspaceId);
  const first = entries[0]?.seq ?? 1;
  const {
    entries: last,
    first_invalid: fault,
    faults,
    fault_count: faultCount,
  } = await verifyEntries(input.workspaceId, entries);
  return [
    first === 1 ? check("start", "passed") : check("start", "skipped", { seq: first }),
    fault === null
      ? check("chain", "passed", { count: first === 1 ? entries.length : entries.length - 1 })
      : check("chain", "failed", {
          count: last - first + 1,
          seq: fault.seq,
          problem: fault.problem,
          faults,
          faultCount,
        }),
    ...(heads.length === 0
      ? [check("signatures", "skipped"), ...skipHeads()]
      : await checkHeads({ ...input, entries, heads }, keys)),
  ];
}
