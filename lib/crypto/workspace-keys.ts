import { randomBytes } from "node:crypto";
import type { Compilable } from "kysely";
import { db, reader } from "@/lib/db";
import { Loaded } from "@/lib/expiring-map";
import { openWith, type Place, SealBroken, type Sealer, sealerOf, sealWith } from "./seal";
import { SECRET_BYTES, secretFile } from "./secret-file";

/** How long an unwrapped workspace key is used without asking the database: a withdrawn one must lock within 60 s. */
const KEYS_TTL_MS = 30_000;
/** Unwrapped workspaces kept by a process; about 500 bytes each. */
const KEYS_LIMIT = 2_000;

const ROOT_KEY_VERSION = 1;

/** The keys of one workspace, unwrapped. */
export type WorkspaceKeys = {
  readonly sealer: Sealer;
  /** The number of the newest data key, which new subject keys are wrapped with. */
  readonly newest: number;
  readonly index: Buffer;
};

type Purpose = "data" | "index";

let root: Buffer | undefined;
/** The key over all keys: `DATA_DIR/secrets/root.key`, read once. Throws one clear line if it is not fit for use. */
export function rootKey(): Buffer {
  root ??= secretFile("root.key");
  return root;
}

const placeOf = (purpose: Purpose, version: number): Place => ({
  table: "workspace_keys",
  row: `${purpose}.${version}`,
  field: "wrapped",
});

function unwrap(workspaceId: string, purpose: Purpose, version: number, wrapped: Buffer): Buffer {
  try {
    return openWith(
      (v) => (v === ROOT_KEY_VERSION ? rootKey() : undefined),
      workspaceId,
      placeOf(purpose, version),
      wrapped,
    );
  } catch (cause) {
    if (!(cause instanceof SealBroken)) throw cause;
    throw new SealBroken(
      "The root key does not fit this database. Restore secrets/root.key of its DATA_DIR.",
    );
  }
}

function keysOf(workspaceId: string, data: ReadonlyMap<number, Buffer>, index: Buffer): WorkspaceKeys {
  const newest = Math.max(...data.keys());
  return { sealer: sealerOf(workspaceId, data, newest), newest, index };
}

async function load(workspaceId: string): Promise<WorkspaceKeys> {
  const rows = await reader(workspaceId).all(
    db
      .selectFrom("workspace_keys")
      .select(["purpose", "version", "wrapped"])
      .where("workspace_id", "=", workspaceId),
  );
  const data = new Map<number, Buffer>();
  let index: Buffer | undefined;
  for (const { purpose, version, wrapped } of rows) {
    if (purpose === "data") data.set(version, unwrap(workspaceId, purpose, version, wrapped));
    if (purpose === "index") index = unwrap(workspaceId, purpose, version, wrapped);
  }
  if (data.size === 0 || index === undefined) throw new Error("The workspace has no keys.");
  return keysOf(workspaceId, data, index);
}

const cache = new Loaded({ ttlMs: KEYS_TTL_MS, limit: KEYS_LIMIT }, load);

/** The unwrapped keys of a workspace, at most 30 s old. */
export const workspaceKeys = (workspaceId: string): Promise<WorkspaceKeys> => cache.get(workspaceId);

/** Seals what belongs to the workspace rather than to one person: credentials, key digests, drafts' state. */
export const workspaceSealer = async (workspaceId: string): Promise<Sealer> =>
  (await workspaceKeys(workspaceId)).sealer;

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
