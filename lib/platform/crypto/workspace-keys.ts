import { createHmac, randomBytes } from "node:crypto";
import type { Compilable } from "kysely";
import { sql } from "kysely";
import { db, reader } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { Loaded } from "@/lib/platform/expiring-map";
import { openWith, type Place, SealBroken, type Sealer, sealerOf, sealWith, versionOf } from "./seal";
import { SECRET_BYTES, secretFile } from "./secret-file";

/**
 * How long an unwrapped workspace key is used without asking the database: a withdrawn one must lock within 60 s, and
 * a new one is known everywhere before anybody seals with it.
 */
export const KEYS_TTL_MS = 30_000;
/** Unwrapped workspaces kept by a process; about 500 bytes each. */
const KEYS_LIMIT = 2_000;

const ROOT_KEY_VERSION = 1;
/** A customer's material is one and is not numbered: a second one is refused. */
const CUSTOMER_VERSION = 1;
/** The number in what is sealed with the key that neither rotates nor is under a customer's. */
const STANDING_VERSION = 0;

/** The data keys of one workspace, unwrapped. */
export type WorkspaceKeys = {
  readonly sealer: Sealer;
  /** The number of the data key that seals now, which new subject keys are wrapped with. */
  readonly newest: number;
};
type Unwrapped = {
  index: Buffer;
  standing: Sealer;
  data: WorkspaceKeys | null;
  /** Until when the workspace's deletion can be undone; null where it is not to be deleted. */
  deleteAfter: string | null;
};

const locked = (why: string): AppError => new AppError("workspace_locked", why);
/** What locks a workspace that is to be deleted is its keys' not being given out: nothing of it can be opened. */
const toBeDeleted = (until: string): AppError =>
  locked(
    `This workspace is being deleted. Until ${until} an owner can restore it, under Settings → Workspace.`,
  );

type Purpose = "data" | "index";

let root: Buffer | undefined;
/** The key over all keys: `DATA_DIR/secrets/root.key`, read once. Throws one clear line if it is not fit for use. */
export function rootKey(): Buffer {
  root ??= secretFile("root.key");
  return root;
}

/** Seals and opens under the root key what stands above a workspace's own keys. */
export const rootSealer = (workspaceId: string): Sealer =>
  sealerOf(workspaceId, new Map([[ROOT_KEY_VERSION, rootKey()]]), ROOT_KEY_VERSION);

const placeOf = (purpose: Purpose, version: number, field = "wrapped"): Place => ({
  table: "workspace_keys",
  row: `${purpose}.${version}`,
  field,
});
/** Where a customer's material is sealed while it is given. */
export const materialPlace = (workspaceId: string): Place => ({
  table: "customer_keys",
  row: workspaceId,
  field: "material",
});

function unwrap(workspaceId: string, purpose: Purpose, version: number, wrapped: Buffer): Buffer {
  try {
    return rootSealer(workspaceId).open(placeOf(purpose, version), wrapped);
  } catch (cause) {
    if (!(cause instanceof SealBroken)) throw cause;
    throw new SealBroken(
      "The root key does not fit this database. Restore secrets/root.key of its DATA_DIR.",
    );
  }
}

/** A data key in its wrapping: under the customer's material where there is one, and under the root key around it. */
function wrapDataKey(workspaceId: string, version: number, key: Buffer, material: Buffer | null): Buffer {
  const inner =
    material === null
      ? key
      : sealWith(material, CUSTOMER_VERSION, workspaceId, placeOf("data", version, "customer"), key);
  return rootSealer(workspaceId).seal(placeOf("data", version), inner);
}

/** A new data key of this number, as it is stored. The key itself is nowhere else. */
export const newDataKey = (workspaceId: string, version: number, material: Buffer | null): Buffer =>
  wrapDataKey(workspaceId, version, randomBytes(SECRET_BYTES), material);

/** The same data key, which only the root key wrapped, now under the customer's material too. */
export const underMaterial = (
  workspaceId: string,
  version: number,
  wrapped: Buffer,
  material: Buffer,
): Buffer => wrapDataKey(workspaceId, version, unwrap(workspaceId, "data", version, wrapped), material);

/** The same data key, taken out of the material's wrapping: the root key alone opens it from now on. */
export const withoutMaterial = (
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
  const place = placeOf("data", version, "customer");
  return openWith((v) => (v === CUSTOMER_VERSION ? material : undefined), workspaceId, place, inner);
}

type DataRow = { version: number; wrapped: Buffer; customer: boolean; seals: boolean };

function dataOf(workspaceId: string, rows: readonly DataRow[], material: Buffer | null) {
  if (material === null && rows.some(({ customer }) => customer)) return null;
  const keys = new Map(rows.map((row) => [row.version, unwrapData(workspaceId, row, material)]));
  const newest = Math.max(...rows.filter(({ seals }) => seals).map(({ version }) => version));
  return { keys, newest };
}

/** A workspace whose time is over loses its keys before its rows. One that is gone is missing to who still asks for it. */
async function withoutKeys(workspaceId: string): Promise<never> {
  const row = await reader(workspaceId).one(
    db.selectFrom("workspaces").select("delete_after").where("id", "=", workspaceId),
  );
  if (row === undefined) throw notFound();
  if (row.delete_after !== null) throw toBeDeleted(row.delete_after);
  throw new Error("The workspace has no keys.");
}

async function load(workspaceId: string): Promise<Unwrapped> {
  // One statement sees one moment: between two, the material could come or go, and what is open would look locked.
  const rows = await reader(workspaceId).all(
    db
      .selectFrom("workspace_keys as k")
      .leftJoin("customer_keys as c", "c.workspace_id", "k.workspace_id")
      .leftJoin("workspaces as w", "w.id", "k.workspace_id")
      .select(["k.purpose", "k.version", "k.wrapped", "k.customer", "c.material", "w.delete_after"])
      // By the database's clock, so that all processes agree.
      .select(sql<boolean>`coalesce(k.active_from <= now(), true)`.as("seals"))
      .where("k.workspace_id", "=", workspaceId),
  );
  const wrapped = rows.find(({ purpose }) => purpose === "index");
  const numbered = rows.filter(({ purpose }) => purpose === "data");
  if (numbered.length === 0 || wrapped === undefined) return withoutKeys(workspaceId);
  const index = unwrap(workspaceId, "index", wrapped.version, wrapped.wrapped);
  const given = wrapped.material;
  const material = given === null ? null : rootSealer(workspaceId).open(materialPlace(workspaceId), given);
  const data = dataOf(workspaceId, numbered, material);
  const standing = createHmac("sha256", index).update("parley standing seal").digest();
  return {
    index,
    standing: sealerOf(workspaceId, new Map([[STANDING_VERSION, standing]]), STANDING_VERSION),
    data: data && { sealer: sealerOf(workspaceId, data.keys, data.newest), newest: data.newest },
    deleteAfter: wrapped.delete_after,
  };
}

const cache = new Loaded({ ttlMs: KEYS_TTL_MS, limit: KEYS_LIMIT }, load);

/** What the rows of a workspace's keys say from now on counts at once in this process, and within 30 s elsewhere. */
export const forgetWorkspaceKeys = (workspaceId: string): void => cache.forget(workspaceId);

/**
 * The unwrapped data keys of a workspace, at most 30 s old. Throws `workspace_locked` while the customer's own key,
 * under which they are, is withdrawn, and while the workspace is to be deleted.
 */
export async function workspaceKeys(workspaceId: string): Promise<WorkspaceKeys> {
  const { data, deleteAfter } = await cache.get(workspaceId);
  if (deleteAfter !== null) throw toBeDeleted(deleteAfter);
  if (data !== null) return data;
  throw locked(
    "This workspace's own encryption key was withdrawn. An owner unlocks it by giving the key back, under Settings → Security.",
  );
}

/** Whether a workspace's data can be opened; else its customer's key is withdrawn, or it is to be deleted. */
export async function isUnlocked(workspaceId: string): Promise<boolean> {
  try {
    await workspaceKeys(workspaceId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "workspace_locked") return false;
    throw error;
  }
}

/** The key of keyed hashes: never rotated and under no customer's key, so that an opt-out can always be recorded. */
export const indexKey = async (workspaceId: string): Promise<Buffer> => (await cache.get(workspaceId)).index;

/** Seals what belongs to the workspace rather than to one person: credentials, key digests, drafts' state. */
export const workspaceSealer = async (workspaceId: string): Promise<Sealer> =>
  (await workspaceKeys(workspaceId)).sealer;

/**
 * Seals what must open while the workspace is locked, as it lets an opt-out or an owner in: a carrier's credential,
 * the answer of an identity provider. Its key follows from the index key.
 */
export const standingSealer = async (workspaceId: string): Promise<Sealer> =>
  (await cache.get(workspaceId)).standing;

/**
 * The first keys of a new workspace: `insert` goes into the transaction that makes it, and `sealer` seals what is
 * written in that same transaction.
 */
export function createWorkspaceKeys(
  workspaceId: string,
  now: string,
): { insert: Compilable<unknown>; sealer: Sealer } {
  const made = (["data", "index"] as const).map((purpose) => ({
    purpose,
    version: 1,
    key: randomBytes(SECRET_BYTES),
  }));
  const insert = db.insertInto("workspace_keys").values(
    made.map(({ purpose, version, key }) => ({
      workspace_id: workspaceId,
      purpose,
      version,
      wrapped: sealWith(rootKey(), ROOT_KEY_VERSION, workspaceId, placeOf(purpose, version), key),
      created_at: now,
    })),
  );
  const data = new Map(
    made.filter(({ purpose }) => purpose === "data").map(({ version, key }) => [version, key]),
  );
  return { insert, sealer: sealerOf(workspaceId, data, 1) };
}

/** Whether a value was sealed by the standing sealer, rather than under a data key. */
export const isStanding = (box: Buffer): boolean => versionOf(box) === STANDING_VERSION;
