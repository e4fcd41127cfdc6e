import { sql } from "kysely";
import {
  isUnderFormerRoot,
  type KeyPurpose,
  materialRef,
  type ResealResult,
  rootKeys,
  rootSealer,
  tryResealUnderRoot,
  workspaceKeyRef,
} from "@/lib/platform/crypto";
import { db, reader, type Tx, writeUnaudited } from "@/lib/platform/db";
import { privateKeyFieldRef } from "./key-import";

/** Rows per transaction. A workspace has a few keys; one that rotates has two. */
const BATCH_SIZE = 200;

/** Whether a sealed column is not under the newest root key. */
const isFormer = (column: string) =>
  sql<boolean>`sealed_key_version(${sql.ref(column)}) <> ${rootKeys().sealing}`;

async function resealWorkspaceKeys(tx: Tx, workspaceId: string, damaged: string[]): Promise<number> {
  const rows = await tx.all(
    db
      .selectFrom("workspace_keys")
      .select(["purpose", "version", "wrapped"])
      .where("workspace_id", "=", workspaceId)
      .where(isFormer("wrapped"))
      .limit(BATCH_SIZE)
      .forNoKeyUpdate(),
  );
  let count = 0;
  for (const { purpose, version, wrapped } of rows) {
    const ref = workspaceKeyRef(purpose as KeyPurpose, version);
    const place = `workspace_keys ${purpose}.${version} of ${workspaceId}`;
    const resealed = tryResealUnderRoot(rootSealer(workspaceId), ref, wrapped, { place, damaged });
    if (resealed === null) continue;
    count += 1;
    await tx.all(
      db
        .updateTable("workspace_keys")
        .set({ wrapped: resealed })
        .where("workspace_id", "=", workspaceId)
        .where("purpose", "=", purpose)
        .where("version", "=", version),
    );
  }
  return count;
}

async function resealMaterial(tx: Tx, workspaceId: string, damaged: string[]): Promise<number> {
  const [row] = await tx.all(
    db
      .selectFrom("customer_keys")
      .select("material")
      .where("workspace_id", "=", workspaceId)
      .where("material", "is not", null)
      .where(isFormer("material"))
      .forNoKeyUpdate(),
  );
  if (row?.material == null) return 0;
  const resealed = tryResealUnderRoot(rootSealer(workspaceId), materialRef(workspaceId), row.material, {
    place: `customer_keys of ${workspaceId}`,
    damaged,
  });
  if (resealed === null) return 0;
  await tx.all(
    db.updateTable("customer_keys").set({ material: resealed }).where("workspace_id", "=", workspaceId),
  );
  return 1;
}

async function resealImports(tx: Tx, workspaceId: string, damaged: string[]): Promise<number> {
  const rows = await tx.all(
    db
      .selectFrom("key_imports")
      .select(["id", "private_key"])
      .where("workspace_id", "=", workspaceId)
      .where("private_key", "is not", null)
      .where(isFormer("private_key"))
      .limit(BATCH_SIZE)
      .forNoKeyUpdate(),
  );
  let count = 0;
  for (const { id, private_key: key } of rows) {
    if (key === null) continue;
    const place = `key_imports ${id} of ${workspaceId}`;
    const resealed = tryResealUnderRoot(rootSealer(workspaceId), privateKeyFieldRef(id), key, {
      place,
      damaged,
    });
    if (resealed === null) continue;
    count += 1;
    await tx.all(
      db
        .updateTable("key_imports")
        .set({ private_key: resealed })
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", id),
    );
  }
  return count;
}

/**
 * Seals what the root key seals in a workspace under the newest root key: its keys, a customer's key material, and the
 * private keys of imports. One transaction, so that a kill leaves all or none. Leaves values that do not open as they are.
 */
export const resealWorkspaceUnderRoot = (workspaceId: string): Promise<ResealResult> =>
  writeUnaudited({ workspaceId }, async (tx: Tx) => {
    const damaged: string[] = [];
    const keys = await resealWorkspaceKeys(tx, workspaceId, damaged);
    const materials = await resealMaterial(tx, workspaceId, damaged);
    return { resealed: keys + materials + (await resealImports(tx, workspaceId, damaged)), damaged };
  });

/** How many values of a workspace are not under the newest root key. */
export async function countUnderFormerRoot(workspaceId: string): Promise<number> {
  const read = reader(workspaceId);
  const [keys, materials, imports] = await Promise.all([
    read.all(
      db.selectFrom("workspace_keys").select("wrapped as value").where("workspace_id", "=", workspaceId),
    ),
    read.all(
      db.selectFrom("customer_keys").select("material as value").where("workspace_id", "=", workspaceId),
    ),
    read.all(
      db.selectFrom("key_imports").select("private_key as value").where("workspace_id", "=", workspaceId),
    ),
  ]);
  return [...keys, ...materials, ...imports].filter(({ value }) => value !== null && isUnderFormerRoot(value))
    .length;
}
