import { sql } from "kysely";
import { type AuditEvent, mutate } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { forgetWorkspaceKeys, KEYS_TTL_MS, newDataKey, workspaceKeys } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import { materialOf } from "./material";
import { readEncryption } from "./read";
import type { Encryption } from "./schema";
import { RESEALED } from "./sealed";

/** From then on a new key seals: by then every process has loaded it, as none keeps keys for longer than half of this. */
const KNOWN_AFTER_MS = 2 * KEYS_TTL_MS;

export type Reason = "schedule" | "asked" | "customer_key";

/** The statement that has the rotation go on. */
export const rotateJob = (workspaceId: string, runAt: string) =>
  enqueue("encryption.rotate", { workspaceId }, { key: `rotate:${workspaceId}`, runAt });

/**
 * Whoever changes the keys of a workspace holds the row of its index key, which nobody else locks: one at a time.
 */
export const holdKeys = (tx: Tx, workspaceId: string) =>
  tx.one(
    db
      .selectFrom("workspace_keys")
      .select("version")
      .where("workspace_id", "=", workspaceId)
      .where("purpose", "=", "index")
      .forUpdate(),
  );

/** How many values lie under the data keys that there are. */
async function countSealed(tx: Tx, workspaceId: string): Promise<number> {
  const counts = [
    sql`(select count(*) from subject_keys where workspace_id = ${workspaceId})`,
    ...RESEALED.map(
      ({ table, column }) =>
        sql`(select count(${sql.ref(column)}) from ${sql.table(table)} where workspace_id = ${workspaceId} and box_version(${sql.ref(column)}) > 0)`,
    ),
  ];
  const row = await tx.one(db.selectNoFrom(sql<number>`${sql.join(counts, sql` + `)}`.as("n")));
  return row?.n ?? 0;
}

/**
 * Begins a rotation within a transaction that holds the keys: a new data key, which seals a minute later, and the job
 * that changes everything to it. Null where one goes on already.
 */
export async function beginRotation(tx: Tx, ctx: Ctx, reason: Reason): Promise<AuditEvent | null> {
  const { workspaceId } = ctx;
  const [going, newest] = await tx.batch(
    db
      .selectFrom("key_rotations")
      .select("version")
      .where("workspace_id", "=", workspaceId)
      .where("completed_at", "is", null),
    db
      .selectFrom("workspace_keys")
      .select("version")
      .where("workspace_id", "=", workspaceId)
      .where("purpose", "=", "data")
      .orderBy("version", "desc")
      .limit(1),
  );
  if (going.length > 0) return null;
  const version = (newest[0]?.version ?? 0) + 1;
  const material = await materialOf(tx, workspaceId);
  const now = ctx.now();
  await tx.batch(
    db.insertInto("workspace_keys").values({
      workspace_id: workspaceId,
      purpose: "data",
      version,
      wrapped: newDataKey(workspaceId, version, material),
      customer: material !== null,
      active_from: sql<string>`now() + ${KNOWN_AFTER_MS} * interval '1 ms'`,
      created_at: now,
    }),
    db.insertInto("key_rotations").values({
      workspace_id: workspaceId,
      version,
      reason,
      started_by: ctx.actor.id,
      total: await countSealed(tx, workspaceId),
      created_at: now,
    }),
    rotateJob(workspaceId, plusMs(now, KNOWN_AFTER_MS + KEYS_TTL_MS)),
  );
  return { action: "encryption.rotation_started", target: workspaceId, after: { version, reason } };
}

/**
 * Gives the workspace a new data key and changes everything to it, in the background and without a pause. Asked while a
 * rotation goes on, it answers that one. Throws `workspace_locked` while the customer's key is withdrawn.
 */
export async function rotateKeys(ctx: Ctx, reason: Reason = "asked"): Promise<Encryption> {
  await workspaceKeys(ctx.workspaceId);
  await mutate(ctx, async (tx) => {
    await holdKeys(tx, ctx.workspaceId);
    return { result: undefined, audit: await beginRotation(tx, ctx, reason) };
  });
  forgetWorkspaceKeys(ctx.workspaceId);
  return readEncryption(ctx);
}

/** Begins a rotation where the newest data key is 90 days old; by the clock. */
export async function rotateIfDue(ctx: Ctx): Promise<void> {
  const { rotates_at: due } = await readEncryption(ctx);
  if (due <= ctx.now()) await rotateKeys(ctx, "schedule");
}
