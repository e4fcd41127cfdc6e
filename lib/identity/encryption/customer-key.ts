import { timingSafeEqual } from "node:crypto";
import { requirePlan } from "@/lib/identity/plans";
import { type AuditEvent, writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import {
  addMaterialWrapping,
  forgetWorkspaceKeys,
  materialRef,
  removeMaterialWrapping,
  rootSealer,
} from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { unwrapKeyMaterial } from "./key-import";
import { checkValueOf, openKeyMaterial, selectCustomerKey } from "./key-material";
import { readEncryption } from "./read";
import type { Encryption, ImportKey } from "./schema";
import { lockKeys, startRotation } from "./start-rotation";

type Rewrap = (workspaceId: string, version: number, wrapped: Buffer, material: Buffer) => Buffer;

/** Rewraps every data key, with or without the customer's key material. Returns how many. */
async function rewrapDataKeys(
  tx: Tx,
  { workspaceId }: Ctx,
  material: Buffer,
  isCustomer: boolean,
): Promise<number> {
  const rewrapKey: Rewrap = isCustomer ? addMaterialWrapping : removeMaterialWrapping;
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
        .set({ wrapped: rewrapKey(workspaceId, version, wrapped, material), customer: isCustomer })
        .where("workspace_id", "=", workspaceId)
        .where("purpose", "=", "data")
        .where("version", "=", version),
    );
  return keys.length;
}

/** Wraps every data key with the material too, and starts a rotation that replaces these keys. */
async function addCustomerKey(tx: Tx, ctx: Ctx, material: Buffer): Promise<AuditEvent[]> {
  const { workspaceId } = ctx;
  const dataKeys = await rewrapDataKeys(tx, ctx, material, true);
  await tx.all(
    db.insertInto("customer_keys").values({
      workspace_id: workspaceId,
      material: sealMaterial(workspaceId, material),
      check_value: checkValueOf(workspaceId, material),
      imported_at: ctx.now(),
    }),
  );
  // Older backups contain the present keys under the root key alone.
  const rotation = await startRotation(tx, ctx, "customer_key");
  return [
    { action: "encryption.key_imported", target: workspaceId, after: { data_keys: dataKeys } },
    ...(rotation === null ? [] : [rotation]),
  ];
}

const sealMaterial = (workspaceId: string, material: Buffer): Buffer =>
  rootSealer(workspaceId).seal(materialRef(workspaceId), material);

/** Restores withdrawn material. Throws `conflict` for other material. */
async function restoreCustomerKey(
  tx: Tx,
  { workspaceId }: Ctx,
  material: Buffer,
  storedCheckValue: Buffer,
): Promise<AuditEvent> {
  if (!timingSafeEqual(checkValueOf(workspaceId, material), storedCheckValue))
    throw new AppError("customer_key_differs");
  await tx.all(
    db
      .updateTable("customer_keys")
      .set({ material: sealMaterial(workspaceId, material), withdrawn_at: null })
      .where("workspace_id", "=", workspaceId),
  );
  return { action: "encryption.key_returned", target: workspaceId };
}

/**
 * Imports a customer key, or restores a withdrawn one. The workspace's data keys then open only with this
 * key. Throws `plan_required`, `validation_error` if the key was not wrapped for the import, `conflict` if it
 * differs from the withdrawn key, and `invalid_state` if a key is active already.
 */
export async function importCustomerKey(ctx: Ctx, input: ImportKey): Promise<Encryption> {
  const { workspaceId } = ctx;
  await writeAudited(ctx, async (tx) => {
    await lockKeys(tx, workspaceId);
    const customerKey = await tx.first(selectCustomerKey(workspaceId));
    // A locked workspace can be unlocked on any plan.
    if (customerKey === undefined) await requirePlan(ctx, "byok");
    if (customerKey?.withdrawn_at === null) throw new AppError("own_key_active");
    const material = await unwrapKeyMaterial(tx, ctx, input.key_import_id, input.wrapped_key);
    const audit = customerKey
      ? await restoreCustomerKey(tx, ctx, material, customerKey.check_value)
      : await addCustomerKey(tx, ctx, material);
    return { result: undefined, audit };
  });
  forgetWorkspaceKeys(workspaceId);
  return readEncryption(ctx);
}

/**
 * Deletes the customer's key material: the workspace is locked immediately in this process and within 60 s in
 * every other. A repeated withdrawal has no effect. Throws `invalid_state` if there is no customer key.
 */
export async function withdrawCustomerKey(ctx: Ctx): Promise<Encryption> {
  const { workspaceId } = ctx;
  await writeAudited(ctx, async (tx) => {
    await lockKeys(tx, workspaceId);
    const customerKey = await tx.first(selectCustomerKey(workspaceId));
    if (customerKey === undefined) throw new AppError("no_customer_key");
    if (customerKey.withdrawn_at !== null) return { result: undefined, audit: null };
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
 * Returns to keys that Parley manages: one transaction unwraps every data key from the customer key and
 * deletes the key material. No other data changes, so requests are not delayed. The customer key must be
 * active, as the data keys open only with it. Throws `invalid_state` if there is none, and `workspace_locked`
 * while it is withdrawn.
 */
export async function removeCustomerKey(ctx: Ctx): Promise<Encryption> {
  const { workspaceId } = ctx;
  await writeAudited(ctx, async (tx) => {
    await lockKeys(tx, workspaceId);
    const material = await openKeyMaterial(tx, workspaceId);
    if (material === null) throw new AppError("no_customer_key");
    const data_keys = await rewrapDataKeys(tx, ctx, material, false);
    await tx.all(db.deleteFrom("customer_keys").where("workspace_id", "=", workspaceId));
    return {
      result: undefined,
      audit: { action: "encryption.key_left", target: workspaceId, after: { data_keys } },
    };
  });
  forgetWorkspaceKeys(workspaceId);
  return readEncryption(ctx);
}
