import { timingSafeEqual } from "node:crypto";
import { requirePlan } from "@/lib/identity/plans";
import { type AuditEvent, mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import {
  forgetWorkspaceKeys,
  materialPlace,
  rootSealer,
  underMaterial,
  withoutMaterial,
} from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { unwrapImport } from "./key-import";
import { checkValueOf, materialOf, selectOwnKey } from "./material";
import { readEncryption } from "./read";
import type { Encryption, ImportKey } from "./schema";
import { beginRotation, holdKeys } from "./start";

type Rewrap = (workspaceId: string, version: number, wrapped: Buffer, material: Buffer) => Buffer;

/** Wraps every data key that there is anew, into the material or out of it. Answers how many there are. */
async function rewrap(tx: Tx, { workspaceId }: Ctx, material: Buffer, customer: boolean): Promise<number> {
  const anew: Rewrap = customer ? underMaterial : withoutMaterial;
  const keys = await tx.all(
    db
      .selectFrom("workspace_keys")
      .select(["version", "wrapped"])
      .where("workspace_id", "=", workspaceId)
      .where("purpose", "=", "data"),
  );
  for (const { version, wrapped } of keys)
    await tx.all(
      db
        .updateTable("workspace_keys")
        .set({ wrapped: anew(workspaceId, version, wrapped, material), customer })
        .where("workspace_id", "=", workspaceId)
        .where("purpose", "=", "data")
        .where("version", "=", version),
    );
  return keys.length;
}

/** Wraps every data key that there is by the material too; and a rotation begins, so that they go. */
async function takeIn(tx: Tx, ctx: Ctx, material: Buffer): Promise<AuditEvent[]> {
  const { workspaceId } = ctx;
  const dataKeys = await rewrap(tx, ctx, material, true);
  await tx.all(
    db.insertInto("customer_keys").values({
      workspace_id: workspaceId,
      material: sealed(workspaceId, material),
      check_value: checkValueOf(workspaceId, material),
      imported_at: ctx.now(),
    }),
  );
  // The keys so far were once under the root key alone, and older backups hold them so.
  const rotation = await beginRotation(tx, ctx, "customer_key");
  return [
    { action: "encryption.key_imported", target: workspaceId, after: { data_keys: dataKeys } },
    ...(rotation === null ? [] : [rotation]),
  ];
}

const sealed = (workspaceId: string, material: Buffer): Buffer =>
  rootSealer(workspaceId).seal(materialPlace(workspaceId), material);

/** Takes the same material again. Throws `conflict` for another. */
async function takeBack(tx: Tx, { workspaceId }: Ctx, material: Buffer, known: Buffer): Promise<AuditEvent> {
  if (!timingSafeEqual(checkValueOf(workspaceId, material), known))
    throw new AppError(
      "conflict",
      "This is another key than the one that was withdrawn. Only that one opens this workspace again.",
    );
  await tx.all(
    db
      .updateTable("customer_keys")
      .set({ material: sealed(workspaceId, material), withdrawn_at: null })
      .where("workspace_id", "=", workspaceId),
  );
  return { action: "encryption.key_returned", target: workspaceId };
}

/**
 * Takes a customer's own key in, the first time, or gives a withdrawn one back. From then on what the workspace's data
 * keys seal opens with that key alone. Throws `plan_required`, `validation_error` for what was not wrapped for the
 * import, `conflict` for another key than the withdrawn one, `invalid_state` where one is given already.
 */
export async function importKey(ctx: Ctx, input: ImportKey): Promise<Encryption> {
  const { workspaceId } = ctx;
  await mutate(ctx, async (tx) => {
    await holdKeys(tx, workspaceId);
    const own = await tx.one(selectOwnKey(workspaceId));
    // Who is locked out gets in again, whatever their plan is by then.
    if (own === undefined) await requirePlan(ctx, "byok");
    if (own?.withdrawn_at === null)
      throw new AppError("invalid_state", "A key of your own is given already. Withdraw it before.");
    const material = await unwrapImport(tx, ctx, input.key_import_id, input.wrapped_key);
    const audit = own ? await takeBack(tx, ctx, material, own.check_value) : await takeIn(tx, ctx, material);
    return { result: undefined, audit };
  });
  forgetWorkspaceKeys(workspaceId);
  return readEncryption(ctx);
}

/**
 * Deletes the customer's material: the workspace is locked at once in this process and within 60 s in every other.
 * Withdrawing twice is the same as once. Throws `invalid_state` where there is none.
 */
export async function withdrawKey(ctx: Ctx): Promise<Encryption> {
  const { workspaceId } = ctx;
  await mutate(ctx, async (tx) => {
    await holdKeys(tx, workspaceId);
    const own = await tx.one(selectOwnKey(workspaceId));
    if (own === undefined)
      throw new AppError("invalid_state", "This workspace has no encryption key of its own.");
    if (own.withdrawn_at !== null) return { result: undefined, audit: null };
    await tx.all(
      db
        .updateTable("customer_keys")
        .set({ material: null, withdrawn_at: ctx.now() })
        .where("workspace_id", "=", workspaceId),
    );
    return { result: undefined, audit: { action: "encryption.key_withdrawn", target: workspaceId } };
  });
  forgetWorkspaceKeys(workspaceId);
  return readEncryption(ctx);
}

/**
 * Goes back to Parley's own keys: every data key is taken out of the customer's wrapping in one transaction, and the
 * material is deleted. Nothing else changes, so nobody waits for it. It needs the key to be given, as only with it the
 * data keys open. Throws `invalid_state` where there is none, `workspace_locked` while it is withdrawn.
 */
export async function leaveOwnKey(ctx: Ctx): Promise<Encryption> {
  const { workspaceId } = ctx;
  await mutate(ctx, async (tx) => {
    await holdKeys(tx, workspaceId);
    const material = await materialOf(tx, workspaceId);
    if (material === null)
      throw new AppError("invalid_state", "This workspace has no encryption key of its own.");
    const data_keys = await rewrap(tx, ctx, material, false);
    await tx.all(db.deleteFrom("customer_keys").where("workspace_id", "=", workspaceId));
    return {
      result: undefined,
      audit: { action: "encryption.key_left", target: workspaceId, after: { data_keys } },
    };
  });
  forgetWorkspaceKeys(workspaceId);
  return readEncryption(ctx);
}
