import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { appendHeads, readAnchors } from "./heads";
import { createHeadSigner } from "./signature";
import { type Auditor, writeAudited } from "./write-audited";

type Context = Auditor & Pick<Ctx, "db">;

/** Signed heads that are compared with the log at a time. */
const BATCH_HEADS = 1_000;

/** A restore of one workspace's log: the entries after `keptSeq`, up to `replacedSeq`, are not those that were signed. */
export type RecordedRestore = { keptSeq: number; replacedSeq: number };

/**
 * Finds the last signed head before the first one that the stored log contradicts, and the last signed head. Heads that were
 * signed after the restore and before its record match the log too, so the search begins with the oldest. 0 stands for none.
 */
async function compareWithHeads({ workspaceId, db: reader }: Context): Promise<RecordedRestore> {
  const { hashes } = await readAnchors(workspaceId);
  const oldestFirst = [...hashes].sort(([a], [b]) => a - b);
  const replacedSeq = oldestFirst.at(-1)?.[0] ?? 0;
  let keptSeq = 0;
  for (let at = 0; at < oldestFirst.length; at += BATCH_HEADS) {
    const batch = oldestFirst.slice(at, at + BATCH_HEADS);
    const rows = await reader.all(
      db
        .selectFrom("audit_events")
        .select(["seq", "hash"])
        .where("workspace_id", "=", workspaceId)
        .where(
          "seq",
          "in",
          batch.map(([seq]) => seq),
        ),
    );
    const stored = new Map(rows.map(({ seq, hash }) => [seq, hash.toString("hex")]));
    for (const [seq, hash] of batch) {
      if (stored.get(seq) !== hash) return { keptSeq, replacedSeq };
      keptSeq = seq;
    }
  }
  return { keptSeq, replacedSeq };
}

/**
 * Records that the database was restored from a backup of `madeAt` (null if unknown): an entry in the workspace's log, and a
 * signed head outside the database that replaces the heads of the log before the restore. Without it, a verification reports
 * the entries since the backup as removed or rewritten forever. The record itself stays in each later verification.
 */
export async function recordRestore(ctx: Context, madeAt: string | null): Promise<RecordedRestore> {
  const { workspaceId } = ctx;
  const { keptSeq, replacedSeq } = await compareWithHeads(ctx);
  await writeAudited(ctx, {
    run: [],
    audit: {
      action: "backup.restored",
      target: workspaceId,
      after: { backup_made_at: madeAt, kept_seq: keptSeq, replaced_seq: replacedSeq },
    },
  });
  const head = await ctx.db.first(
    db.selectFrom("audit_heads").select(["seq", "hash"]).where("workspace_id", "=", workspaceId),
  );
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
