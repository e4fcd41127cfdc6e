import { createHmac, randomBytes } from "node:crypto";
import type { Compilable } from "kysely";
import { sql } from "kysely";
import { db, reader } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { AsyncCache } from "@/lib/platform/expiring-map";
import { refreshRootKeys } from "./claim-secrets";
import { createSealer, type FieldRef, openWith, SealError, type Sealer, sealWith, versionOf } from "./seal";
import { SECRET_BYTES } from "./secret-file";
import { rootKeys } from "./secret-store";

/**
 * How long an unwrapped workspace key is cached. A withdrawn key must lock its workspace within 60 s, and a
 * new key must be known to all processes before any of them seals with it.
 */
export const KEYS_TTL_MS = 30_000;
/** Maximum workspaces whose unwrapped keys are in memory; about 500 bytes each. */
const KEYS_LIMIT = 2_000;

/** Key material from the customer has a single version: a second one is rejected. */
const CUSTOMER_VERSION = 1;
/**
 * Version of values sealed with the lock-exempt key, which neither rotates nor depends on a customer's key.
 */
const LOCK_EXEMPT_VERSION = 0;

/** The data keys of one workspace, unwrapped. */
export type WorkspaceKeys = {
  readonly sealer: Sealer;
  /** Version of the data key that seals now and wraps new subject keys. */
  readonly newest: number;
};
type Unwrapped = {
  index: Buffer;
  lockExempt: Sealer;
  data: WorkspaceKeys | null;
  /** Deadline for undoing the workspace's deletion; null if it is not being deleted. */
  deleteAfter: string | null;
};

/** A workspace that is being deleted is locked: its keys are withheld, so none of its data can be opened. */
const lockedForDeletion = (until: string): AppError =>
  new AppError("workspace_being_deleted", { params: { until } });

export type KeyPurpose = "data" | "index";

/** Seals and opens a workspace's keys under the root key. During a rotation it opens with both root keys. */
export function rootSealer(workspaceId: string): Sealer {
  const { keys, sealing } = rootKeys();
  return createSealer(workspaceId, keys, sealing);
}

/** The field reference of a workspace's wrapped key. */
export const workspaceKeyRef = (purpose: KeyPurpose, version: number, field = "wrapped"): FieldRef => ({
  table: "workspace_keys",
  row: `${purpose}.${version}`,
  field,
});
/** The field reference of a customer's sealed key material. */
export const materialRef = (workspaceId: string): FieldRef => ({
  table: "customer_keys",
  row: workspaceId,
  field: "material",
});

function unwrap(workspaceId: string, purpose: KeyPurpose, version: number, wrapped: Buffer): Buffer {
  try {
    return rootSealer(workspaceId).open(workspaceKeyRef(purpose, version), wrapped);
  } catch (cause) {
    if (!(cause instanceof SealError)) throw cause;
    throw new SealError(
      "The root key does not belong to this database. Restore secrets/root.key of its DATA_DIR.",
    );
  }
}

/** Wraps a data key under the customer's material, if there is any, and then under the root key. */
function wrapDataKey(workspaceId: string, version: number, key: Buffer, material: Buffer | null): Buffer {
  const inner =
    material === null
      ? key
      : sealWith(material, CUSTOMER_VERSION, workspaceId, workspaceKeyRef("data", version, "customer"), key);
  return rootSealer(workspaceId).seal(workspaceKeyRef("data", version), inner);
}

/** Creates a data key and returns it wrapped. The unwrapped key is not stored. */
export const createDataKey = (workspaceId: string, version: number, material: Buffer | null): Buffer =>
  wrapDataKey(workspaceId, version, randomBytes(SECRET_BYTES), material);

/** Adds the customer's material to the wrapping of a data key that only the root key wraps. */
export const addMaterialWrapping = (
  workspaceId: string,
  version: number,
  wrapped: Buffer,
  material: Buffer,
): Buffer => wrapDataKey(workspaceId, version, unwrap(workspaceId, "data", version, wrapped), material);

/** Removes the customer's material from a data key's wrapping. Afterwards the root key alone opens it. */
export const removeMaterialWrapping = (
  workspaceId: string,
  version: number,
  wrapped: Buffer,
  material: Buffer,
): Buffer =>
  wrapDataKey(
    workspaceId,
    version,
    unwrapData(workspaceId, { version, wrapped, customer: true }, material),
    null,
  );

function unwrapData(
  workspaceId: string,
  { version, wrapped, customer }: Omit<DataRow, "seals">,
  material: Buffer | null,
): Buffer {
  const inner = unwrap(workspaceId, "data", version, wrapped);
  if (!customer || material === null) return inner;
  const ref = workspaceKeyRef("data", version, "customer");
  return openWith(
    (keyVersion) => (keyVersion === CUSTOMER_VERSION ? material : undefined),
    workspaceId,
    ref,
    inner,
  );
}

type DataRow = { version: number; wrapped: Buffer; customer: boolean; seals: boolean };

function unwrapDataKeys(workspaceId: string, rows: readonly DataRow[], material: Buffer | null) {
  if (material === null && rows.some(({ customer }) => customer)) return null;
  const keys = new Map(rows.map((row) => [row.version, unwrapData(workspaceId, row, material)]));
  const newest = Math.max(...rows.filter(({ seals }) => seals).map(({ version }) => version));
  return { keys, newest };
}

/**
 * A workspace loses its keys before its rows when its deletion is due. A deleted workspace is a missing
 * resource.
 */
async function throwWithoutKeys(workspaceId: string): Promise<never> {
  const row = await reader(workspaceId).first(
    db.selectFrom("workspaces").select("delete_after").where("id", "=", workspaceId),
  );
  if (row === undefined) throw notFound();
  if (row.delete_after !== null) throw lockedForDeletion(row.delete_after);
  throw new Error("The workspace has no keys.");
}

async function load(workspaceId: string): Promise<Unwrapped> {
  // A single statement sees one snapshot. With two, material added or removed in between would make an open
  // workspace look locked.
  const rows = await reader(workspaceId).all(
    db
      .selectFrom("workspace_keys as k")
      .leftJoin("customer_keys as c", "c.workspace_id", "k.workspace_id")
      .leftJoin("workspaces as w", "w.id", "k.workspace_id")
      .select(["k.purpose", "k.version", "k.wrapped", "k.customer", "c.material", "w.delete_after"])
      // The database's clock, so that all processes agree.
      .select(sql<boolean>`coalesce(k.active_from <= now(), true)`.as("seals"))
      .where("k.workspace_id", "=", workspaceId),
  );
  const indexRow = rows.find(({ purpose }) => purpose === "index");
  const dataRows = rows.filter(({ purpose }) => purpose === "data");
  if (dataRows.length === 0 || indexRow === undefined) return throwWithoutKeys(workspaceId);
  // Another process can have begun a rotation since this one last read the root keys.
  if (rows.some(({ wrapped }) => !rootKeys().keys.has(versionOf(wrapped)))) await refreshRootKeys();
  const index = unwrap(workspaceId, "index", indexRow.version, indexRow.wrapped);
  const sealedMaterial = indexRow.material;
  const material =
    sealedMaterial === null ? null : rootSealer(workspaceId).open(materialRef(workspaceId), sealedMaterial);
  const data = unwrapDataKeys(workspaceId, dataRows, material);
  const lockExemptKey = createHmac("sha256", index).update("parley standing seal").digest();
  return {
    index,
    lockExempt: createSealer(
      workspaceId,
      new Map([[LOCK_EXEMPT_VERSION, lockExemptKey]]),
      LOCK_EXEMPT_VERSION,
    ),
    data: data && { sealer: createSealer(workspaceId, data.keys, data.newest), newest: data.newest },
    deleteAfter: indexRow.delete_after,
  };
}

const cache = new AsyncCache({ ttlMs: KEYS_TTL_MS, limit: KEYS_LIMIT }, load);

/**
 * Drops a workspace's cached keys after they change: this process reads them again at once, others within 30
 * s.
 */
export const forgetWorkspaceKeys = (workspaceId: string): void => cache.forget(workspaceId);

/**
 * The unwrapped data keys of a workspace, at most 30 s old. Throws `workspace_locked` while the customer's
 * key that wraps them is withdrawn, and while the workspace is being deleted.
 */
export async function workspaceKeys(workspaceId: string): Promise<WorkspaceKeys> {
  const { data, deleteAfter } = await cache.get(workspaceId);
  if (deleteAfter !== null) throw lockedForDeletion(deleteAfter);
  if (data !== null) return data;
  throw new AppError("workspace_key_withdrawn");
}

/**
 * Whether a workspace's data can be opened: its customer's key is not withdrawn and it is not being deleted.
 */
export async function isUnlocked(workspaceId: string): Promise<boolean> {
  try {
    await workspaceKeys(workspaceId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "workspace_locked") return false;
    throw error;
  }
}

/**
 * The key for keyed hashes. It never rotates and needs no customer's key, so that an opt-out can always be
 * recorded.
 */
export const indexKey = async (workspaceId: string): Promise<Buffer> => (await cache.get(workspaceId)).index;

/** Throws a `SealError` of one line if the root key does not open the workspace's keys. A workspace that is being destroyed has none. */
export async function requireRootKeyOf(workspaceId: string): Promise<void> {
  try {
    await cache.get(workspaceId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** The sealer for values of the workspace rather than one person: credentials, key digests, drafts' state. */
export const workspaceSealer = async (workspaceId: string): Promise<Sealer> =>
  (await workspaceKeys(workspaceId)).sealer;

/**
 * The sealer for values that must open while the workspace is locked, so that opt-outs are recorded and
 * owners can sign in: a carrier's credential, an identity provider's response. Its key is derived from the
 * index key.
 */
export const lockExemptSealer = async (workspaceId: string): Promise<Sealer> =>
  (await cache.get(workspaceId)).lockExempt;

/**
 * Creates the first keys of a new workspace. `insert` goes into the transaction that creates the workspace;
 * `sealer` seals the values of that transaction.
 */
export function createWorkspaceKeys(
  workspaceId: string,
  now: string,
): { insert: Compilable<unknown>; sealer: Sealer } {
  const keys = (["data", "index"] as const).map((purpose) => ({
    purpose,
    version: 1,
    key: randomBytes(SECRET_BYTES),
  }));
  const insert = db.insertInto("workspace_keys").values(
    keys.map(({ purpose, version, key }) => ({
      workspace_id: workspaceId,
      purpose,
      version,
      wrapped: rootSealer(workspaceId).seal(workspaceKeyRef(purpose, version), key),
      created_at: now,
    })),
  );
  const data = new Map(
    keys.filter(({ purpose }) => purpose === "data").map(({ version, key }) => [version, key]),
  );
  return { insert, sealer: createSealer(workspaceId, data, 1) };
}

/** Whether a value was sealed by the lock-exempt sealer rather than under a data key. */
export const isLockExempt = (ciphertext: Buffer): boolean => versionOf(ciphertext) === LOCK_EXEMPT_VERSION;
