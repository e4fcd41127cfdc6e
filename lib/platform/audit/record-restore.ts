import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { canReplace } from "./anchors";
import { appendHeads, readAnchors } from "./heads";
import { selectHead } from "./select-head";
import { createHeadSigner } from "./signature";
import { type Auditor, writeAudited } from "./write-audited";

type Context = Auditor & Pick<Ctx, "db">;

/** Signed heads that are compared with the log at a time. */
const BATCH_HEADS = 1_000;

/** A restore of one workspace's log: the entries after `keptSeq`, up to `replacedSeq`, are not those that were signed. */
export type RecordedRestore = { keptSeq: number; replacedSeq: number };

/** Reads the hashes of stored entries by position. */
async function readHashes({ workspaceId, db: reader }: Context, seqs: readonly number[]) {
  const rows = await reader.all(
    db
      .selectFrom("audit_events")
      .select(["seq", "hash"])
      .where("workspace_id", "=", workspaceId)
      .where("seq", "in", [...seqs]),
  );
  return new Map(rows.map(({ seq, hash }) => [seq, hash.toString("hex")]));
}

/**
 * Finds the last signed head before the first one that the restored log contradicts, and the last signed head. Heads that were
 * signed after the restore and before its record match the log too, so the search begins with the oldest. Heads from before the backup
 * are kept in any case. 0 stands for none.
 */
async function compareWithHeads(ctx: Context, madeAt: string | null): Promise<RecordedRestore> {
  const { heads } = await readAnchors(ctx.workspaceId);
  const replacedSeq = heads.at(-1)?.seq ?? 0;
  let keptSeq = 0;
  for (let at = 0; at < heads.length; at += BATCH_HEADS) {
    const batch = heads.slice(at, at + BATCH_HEADS);
    const stored = await readHashes(
      ctx,
      batch.map(({ seq }) => seq),
    );
    for (const head of batch) {
      if (stored.get(head.seq) !== head.hash && canReplace(madeAt, head)) return { keptSeq, replacedSeq };
      keptSeq = head.seq;
    }
  }
  return { keptSeq, replacedSeq };
}

/**
 * Records that the database was restored from a backup of `madeAt` (null if unknown): an entry in the workspace's log, and a
 * signed head outside the database that replaces the heads since the backup. Without it, a verification reports the entries
 * since the backup as removed or rewritten forever. The record itself stays in each later verification, and heads from before
 * the backup stay in force.
 */
export async function recordRestore(ctx: Context, madeAt: string | null): Promise<RecordedRestore> {
  const { workspaceId } = ctx;
  const { keptSeq, replacedSeq } = await compareWithHeads(ctx, madeAt);
  await writeAudited(ctx, {
    run: [],
    audit: {
      action: "backup.restored",
      target: workspaceId,
      after: { backup_made_at: madeAt, kept_seq: keptSeq, replaced_seq: replacedSeq },
    },
  });
  const head = await ctx.db.first(selectHead(workspaceId));
  if (head === undefined) throw new Error(`The audit log of ${workspaceId} has no head.`);
  const sign = createHeadSigner();
  await appendHeads([
    sign({
      workspace_id: workspaceId,
      seq: head.seq,
      hash: head.hash.toString("hex"),
      at: ctx.now(),
      restore: { backup_made_at: madeAt, kept_seq: keptSeq, replaced_seq: replacedSeq },
    }),
  ]);
  return { keptSeq, replacedSeq };
}
