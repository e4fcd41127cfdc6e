import { sql } from "kysely";
import { type AuditEvent, writeAudited } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { createDataKey, forgetWorkspaceKeys, KEYS_TTL_MS, workspaceKeys } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import { openKeyMaterial } from "./key-material";
import { readEncryption } from "./read";
import type { Encryption } from "./schema";
import { RESEALED_COLUMNS } from "./sealed-columns";

/**
 * Delay until a new key seals. By then every process has loaded it, as keys are cached for half of this time.
 */
const ACTIVATION_DELAY_MS = 2 * KEYS_TTL_MS;

export type RotationReason = "schedule" | "manual" | "customer_key";

/** The statement that schedules the next run of the rotation job. */
export const enqueueRotation = (workspaceId: string, runAt: string) =>
  enqueue("encryption.rotate", { workspaceId }, { key: `rotate:${workspaceId}`, runAt });

/**
 * Locks the row of the workspace's index key, so that changes of its keys run one at a time. Nothing else
 * locks this row.
 */
export const lockKeys = (tx: Tx, workspaceId: string) =>
  tx.first(
    db
      .selectFrom("workspace_keys")
      .select("version")
      .where("workspace_id", "=", workspaceId)
      .where("purpose", "=", "index")
      .forNoKeyUpdate(),
  );

/** Counts the values that are sealed with data keys. */
async function countSealed(tx: Tx, workspaceId: string): Promise<number> {
  const counts = [
    sql`(select count(*) from subject_keys where workspace_id = ${workspaceId})`,
    ...RESEALED_COLUMNS.map(
      ({ table, column }) =>
        sql`(select count(${sql.ref(column)}) from ${sql.table(table)} where workspace_id = ${workspaceId} and sealed_key_version(${sql.ref(column)}) > 0)`,
    ),
  ];
  const row = await tx.first(db.selectNoFrom(sql<number>`${sql.join(counts, sql` + `)}`.as("n")));
  return row?.n ?? 0;
}

/**
 * Starts a rotation in a transaction that called `lockKeys`: inserts a new data key, which becomes active a
 * minute later, and schedules the job that reseals every value with it. Null if a rotation is active already.
 */
export async function startRotation(tx: Tx, ctx: Ctx, reason: RotationReason): Promise<AuditEvent | null> {
  const { workspaceId } = ctx;
  const [activeRotations, newest] = await tx.batch(
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
  if (activeRotations.length > 0) return null;
  const version = (newest[0]?.version ?? 0) + 1;
  const material = await openKeyMaterial(tx, workspaceId);
  const now = ctx.now();
  await tx.batch(
    db.insertInto("workspace_keys").values({
      workspace_id: workspaceId,
      purpose: "data",
      version,
      wrapped: createDataKey(workspaceId, version, material),
      customer: material !== null,
      active_from: sql<string>`now() + ${ACTIVATION_DELAY_MS} * interval '1 ms'`,
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
    enqueueRotation(workspaceId, plusMs(now, ACTIVATION_DELAY_MS + KEYS_TTL_MS)),
  );
  return { action: "encryption.rotation_started", target: workspaceId, after: { version, reason } };
}

/**
 * Starts a rotation to a new data key, which runs in the background without downtime. Returns the active
 * rotation if there is one. Throws `workspace_locked` while the customer's key is withdrawn.
 */
export async function rotateKeys(ctx: Ctx, reason: RotationReason = "manual"): Promise<Encryption> {
  await workspaceKeys(ctx.workspaceId);
  await writeAudited(ctx, async (tx) => {
    await lockKeys(tx, ctx.workspaceId);
    return { result: undefined, audit: await startRotation(tx, ctx, reason) };
  });
  forgetWorkspaceKeys(ctx.workspaceId);
  return readEncryption(ctx);
}

/** Scheduled: starts a rotation if the newest data key is 90 days old. */
export async function rotateIfDue(ctx: Ctx): Promise<void> {
  const { rotates_at: dueAt } = await readEncryption(ctx);
  if (dueAt <= ctx.now()) await rotateKeys(ctx, "schedule");
}
