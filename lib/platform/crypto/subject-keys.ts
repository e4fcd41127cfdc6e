import { type Compilable, sql } from "kysely";
import { db, insertMany, reader, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { ExpiringMap } from "@/lib/platform/expiring-map";
import { pooledRandomBytes } from "@/lib/platform/random";
import { createSealer, type FieldRef, SealError, type Sealer } from "./seal";
import { SECRET_BYTES } from "./secret-file";
import { workspaceKeys } from "./workspace-keys";

/** How long another process may use a subject's key after it is destroyed or replaced here. */
export const SUBJECT_TTL_MS = 5_000;
/** Maximum unwrapped subject keys in memory; about 400 bytes each. */
const SUBJECT_LIMIT = 10_000;
/**
 * A subject's key is re-wrapped, or replaced together with everything it sealed, so its values have one
 * version.
 */
const SUBJECT_VERSION = 1;

/**
 * The subject's key was destroyed or never created: its values cannot be read. To a client, a missing
 * resource.
 */
export class SubjectKeyMissing extends AppError<"not_found"> {
  constructor() {
    super("not_found");
    this.name = "SubjectKeyMissing";
  }
}

/** `wrapped` is the stored key; a different stored value means that the key was replaced. */
type CachedSealer = { sealer: Sealer; wrapped: Buffer };
const cache = new ExpiringMap<string, CachedSealer>({ ttlMs: SUBJECT_TTL_MS, limit: SUBJECT_LIMIT });
const cacheKey = (workspaceId: string, subjectId: string): string => `${workspaceId} ${subjectId}`;
/** The field reference of a subject's wrapped key. */
export const subjectKeyRef = (subjectId: string): FieldRef => ({
  table: "subject_keys",
  row: subjectId,
  field: "wrapped",
});
/**
 * Creates a subject's sealer. A value that does not open may be sealed under a newer key, so the cached key
 * is dropped and the next caller reads it again.
 */
function createSubjectSealer(workspaceId: string, subjectId: string, key: Buffer): Sealer {
  const sealer = createSealer(workspaceId, new Map([[SUBJECT_VERSION, key]]), SUBJECT_VERSION);
  const open = (ref: FieldRef, ciphertext: Buffer): Buffer => {
    try {
      return sealer.open(ref, ciphertext);
    } catch (error) {
      if (error instanceof SealError) cache.delete(cacheKey(workspaceId, subjectId));
      throw error;
    }
  };
  return { ...sealer, open, openText: (ref, ciphertext) => open(ref, ciphertext).toString("utf8") };
}

/** A row of any table, joined with the key of its subject; null if the key was destroyed. */
export type WithSubjectKey = { subject_id: string; subject_key: Buffer | null };

/** Sealers for rows that were read with their subjects' keys. Subjects with a destroyed key are left out. */
export async function sealersFromRows(
  workspaceId: string,
  rows: Iterable<WithSubjectKey>,
): Promise<Map<string, Sealer>> {
  const { sealer: workspaceSealer } = await workspaceKeys(workspaceId);
  const sealers = new Map<string, Sealer>();
  for (const { subject_id: id, subject_key: wrapped } of rows) {
    if (wrapped === null || sealers.has(id)) continue;
    const cached = cache.get(cacheKey(workspaceId, id));
    const isSame = cached?.wrapped.equals(wrapped) === true;
    const sealer = isSame
      ? cached.sealer
      : createSubjectSealer(workspaceId, id, workspaceSealer.open(subjectKeyRef(id), wrapped));
    if (!isSame) cache.set(cacheKey(workspaceId, id), { sealer, wrapped });
    sealers.set(id, sealer);
  }
  return sealers;
}

/**
 * Sealers of several subjects, with at most one query. Subjects with a destroyed key are left out, so that a
 * list shows the readable rows.
 */
export async function subjectSealers(
  workspaceId: string,
  subjectIds: Iterable<string>,
): Promise<Map<string, Sealer>> {
  const sealers = new Map<string, Sealer>();
  const missing: string[] = [];
  for (const id of new Set(subjectIds)) {
    const cached = cache.get(cacheKey(workspaceId, id));
    if (cached === undefined) missing.push(id);
    else sealers.set(id, cached.sealer);
  }
  if (missing.length === 0) return sealers;
  const rows = await reader(workspaceId).all(
    db
      .selectFrom("subject_keys")
      .select(["subject_id", "wrapped as subject_key"])
      .where("workspace_id", "=", workspaceId)
      .where("subject_id", "=", sql<string>`any(${missing})`),
  );
  for (const [id, sealer] of await sealersFromRows(workspaceId, rows)) sealers.set(id, sealer);
  return sealers;
}

/**
 * The sealer of one subject (a contact, else a call). Throws `SubjectKeyMissing` if its key was destroyed.
 */
export async function subjectSealer(workspaceId: string, subjectId: string): Promise<Sealer> {
  const sealer = (await subjectSealers(workspaceId, [subjectId])).get(subjectId);
  if (sealer === undefined) throw new SubjectKeyMissing();
  return sealer;
}

async function generateSubjectKeys(workspaceId: string, ids: readonly string[], now: string) {
  const keys = await workspaceKeys(workspaceId);
  return ids.map((id) => {
    const key = pooledRandomBytes(SECRET_BYTES);
    const row = {
      workspace_id: workspaceId,
      subject_id: id,
      key_version: keys.newest,
      wrapped: keys.sealer.seal(subjectKeyRef(id), key),
      created_at: now,
    };
    return { sealer: createSubjectSealer(workspaceId, id, key), row };
  });
}

/**
 * Creates the key of a new subject. `insert` goes into the caller's batch, together with the values that
 * `sealer` seals. The batch fails with a unique violation if the subject has a key already.
 */
export async function createSubjectKey(
  workspaceId: string,
  subjectId: string,
  now: string,
): Promise<{ sealer: Sealer; insert: Compilable<unknown> }> {
  const [made] = await generateSubjectKeys(workspaceId, [subjectId], now);
  if (made === undefined) throw new Error("No key was created.");
  return { sealer: made.sealer, insert: db.insertInto("subject_keys").values(made.row) };
}

/**
 * Creates the keys of many new subjects. `insert` writes the keys of the given subjects only, so that no key
 * is stored for a subject that already exists.
 */
export async function createSubjectKeys(
  workspaceId: string,
  subjectIds: readonly string[],
  now: string,
): Promise<{ sealers: Map<string, Sealer>; insert(ids: readonly string[]): Compilable<unknown> }> {
  const keys = await generateSubjectKeys(workspaceId, subjectIds, now);
  const rows = new Map(keys.map(({ row }) => [row.subject_id, row]));
  return {
    sealers: new Map(keys.map(({ sealer, row }) => [row.subject_id, sealer])),
    insert: (ids) =>
      insertMany(
        "subject_keys",
        ids.flatMap((id) => rows.get(id) ?? []),
      ),
  };
}

/**
 * Statement that destroys a subject's key, so that nothing it sealed can be opened. This process forgets the
 * key immediately, others within 5 s.
 */
export function destroySubjectKey(workspaceId: string, subjectId: string): Compilable<unknown> {
  cache.delete(cacheKey(workspaceId, subjectId));
  return db
    .deleteFrom("subject_keys")
    .where("workspace_id", "=", workspaceId)
    .where("subject_id", "=", subjectId);
}

/** Returns the statement that destroys many subjects' keys; its rows name the subjects that had one. */
export function destroySubjectKeys(
  workspaceId: string,
  subjectIds: readonly string[],
): Compilable<{ subject_id: string }> {
  for (const id of subjectIds) cache.delete(cacheKey(workspaceId, id));
  return db
    .deleteFrom("subject_keys")
    .where("workspace_id", "=", workspaceId)
    .where("subject_id", "=", sql<string>`any(${subjectIds}::text[])`)
    .returning("subject_id");
}

/**
 * Destroys a subject's key and creates a new one in the caller's transaction. The caller opens the values to
 * keep with `former` (undefined if there was no key) and seals them again with `sealer`. Another process may
 * seal with the former key for up to `SUBJECT_TTL_MS`; those values are lost.
 */
export async function replaceSubjectKey(
  tx: Tx,
  workspaceId: string,
  subjectId: string,
  now: string,
): Promise<{ former: Sealer | undefined; sealer: Sealer }> {
  const row = await tx.first(
    db
      .selectFrom("subject_keys")
      .select("wrapped")
      .where("workspace_id", "=", workspaceId)
      .where("subject_id", "=", subjectId)
      .forNoKeyUpdate(),
  );
  const { sealer: opener } = await workspaceKeys(workspaceId);
  const former =
    row === undefined
      ? undefined
      : createSubjectSealer(workspaceId, subjectId, opener.open(subjectKeyRef(subjectId), row.wrapped));
  const { sealer, insert } = await createSubjectKey(workspaceId, subjectId, now);
  await tx.batch(destroySubjectKey(workspaceId, subjectId), insert);
  return { former, sealer };
}
