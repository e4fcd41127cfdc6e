import { type Compilable, sql } from "kysely";
import { db, insertMany, reader, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { ExpiringMap } from "@/lib/platform/expiring-map";
import { pooledRandomBytes } from "@/lib/platform/random";
import { type Place, SealBroken, type Sealer, sealerOf } from "./seal";
import { SECRET_BYTES } from "./secret-file";
import { workspaceKeys } from "./workspace-keys";

/** How long a process may go on with a subject's key that was destroyed or replaced elsewhere. */
export const SUBJECT_TTL_MS = 5_000;
/** Unwrapped subject keys kept by a process; about 400 bytes each. */
const SUBJECT_LIMIT = 10_000;
/** A subject's key is re-wrapped, or replaced together with all that it sealed, so its values carry one number. */
const SUBJECT_VERSION = 1;

/** The subject's key was destroyed, or never made: what it sealed is gone. To a client this is a missing resource. */
export class SubjectKeyGone extends AppError {
  constructor() {
    super("not_found", "There is no such resource here.");
    this.name = "SubjectKeyGone";
  }
}

/** `wrapped` as it was stored, by which a key that was replaced since is known. */
type Kept = { sealer: Sealer; wrapped: Buffer };
const cache = new ExpiringMap<string, Kept>({ ttlMs: SUBJECT_TTL_MS, limit: SUBJECT_LIMIT });
const cacheKey = (workspaceId: string, subjectId: string): string => `${workspaceId} ${subjectId}`;
/** Where a subject's key is wrapped. */
export const subjectPlace = (subjectId: string): Place => ({
  table: "subject_keys",
  row: subjectId,
  field: "wrapped",
});
/** What does not open may have been sealed under a newer key of the subject's: the next who asks reads it anew. */
function sealerFor(workspaceId: string, subjectId: string, key: Buffer): Sealer {
  const sealer = sealerOf(workspaceId, new Map([[SUBJECT_VERSION, key]]), SUBJECT_VERSION);
  const open = (place: Place, box: Buffer): Buffer => {
    try {
      return sealer.open(place, box);
    } catch (error) {
      if (error instanceof SealBroken) cache.delete(cacheKey(workspaceId, subjectId));
      throw error;
    }
  };
  return { ...sealer, open, openText: (place, box) => open(place, box).toString("utf8") };
}

/** A row of whatever table, with the key of its subject joined to it; null where that was destroyed. */
export type WithSubjectKey = { subject_id: string; subject_key: Buffer | null };

/** Sealers of the subjects of rows that came with their keys. A subject whose key was destroyed has none. */
export async function sealersOf(
  workspaceId: string,
  rows: Iterable<WithSubjectKey>,
): Promise<Map<string, Sealer>> {
  const { sealer: opener } = await workspaceKeys(workspaceId);
  const found = new Map<string, Sealer>();
  for (const { subject_id: id, subject_key: wrapped } of rows) {
    if (wrapped === null || found.has(id)) continue;
    const kept = cache.get(cacheKey(workspaceId, id));
    const isSame = kept?.wrapped.equals(wrapped) === true;
    const sealer = isSame ? kept.sealer : sealerFor(workspaceId, id, opener.open(subjectPlace(id), wrapped));
    if (!isSame) cache.set(cacheKey(workspaceId, id), { sealer, wrapped });
    found.set(id, sealer);
  }
  return found;
}

/**
 * Sealers of several subjects with one query at most. A subject whose key was destroyed is not in the answer, so a
 * list shows what is left of its rows.
 */
export async function subjectSealers(
  workspaceId: string,
  subjectIds: Iterable<string>,
): Promise<Map<string, Sealer>> {
  const found = new Map<string, Sealer>();
  const missing: string[] = [];
  for (const id of new Set(subjectIds)) {
    const kept = cache.get(cacheKey(workspaceId, id));
    if (kept === undefined) missing.push(id);
    else found.set(id, kept.sealer);
  }
  if (missing.length === 0) return found;
  const rows = await reader(workspaceId).all(
    db
      .selectFrom("subject_keys")
      .select(["subject_id", "wrapped as subject_key"])
      .where("workspace_id", "=", workspaceId)
      .where("subject_id", "=", sql<string>`any(${missing})`),
  );
  for (const [id, sealer] of await sealersOf(workspaceId, rows)) found.set(id, sealer);
  return found;
}

/** The sealer of one subject (a contact, else a call). Throws `SubjectKeyGone` when its key was destroyed. */
export async function subjectSealer(workspaceId: string, subjectId: string): Promise<Sealer> {
  const sealer = (await subjectSealers(workspaceId, [subjectId])).get(subjectId);
  if (sealer === undefined) throw new SubjectKeyGone();
  return sealer;
}

async function makeSubjects(workspaceId: string, ids: readonly string[], now: string) {
  const keys = await workspaceKeys(workspaceId);
  return ids.map((id) => {
    const key = pooledRandomBytes(SECRET_BYTES);
    const row = {
      workspace_id: workspaceId,
      subject_id: id,
      key_version: keys.newest,
      wrapped: keys.sealer.seal(subjectPlace(id), key),
      created_at: now,
    };
    return { sealer: sealerFor(workspaceId, id, key), row };
  });
}

/**
 * A key for a new subject. `insert` goes into the caller's batch, together with what `sealer` seals; a subject that has
 * a key already makes the batch fail with a unique violation.
 */
export async function newSubject(
  workspaceId: string,
  subjectId: string,
  now: string,
): Promise<{ sealer: Sealer; insert: Compilable<unknown> }> {
  const [made] = await makeSubjects(workspaceId, [subjectId], now);
  if (made === undefined) throw new Error("No key was made.");
  return { sealer: made.sealer, insert: db.insertInto("subject_keys").values(made.row) };
}

/**
 * Keys for many new subjects. `insert` writes those of the subjects that it is given, so that
 * none is kept for a subject that turned out to be there already.
 */
export async function newSubjects(
  workspaceId: string,
  subjectIds: readonly string[],
  now: string,
): Promise<{ sealers: Map<string, Sealer>; insert(ids: readonly string[]): Compilable<unknown> }> {
  const made = await makeSubjects(workspaceId, subjectIds, now);
  const rows = new Map(made.map(({ row }) => [row.subject_id, row]));
  return {
    sealers: new Map(made.map(({ sealer, row }) => [row.subject_id, sealer])),
    insert: (ids) =>
      insertMany(
        "subject_keys",
        ids.flatMap((id) => rows.get(id) ?? []),
      ),
  };
}

/**
 * The statement that destroys a subject's key, and with it all that it sealed. This process forgets the key at once,
 * others within 5 s.
 */
export function destroySubject(workspaceId: string, subjectId: string): Compilable<unknown> {
  cache.delete(cacheKey(workspaceId, subjectId));
  return db
    .deleteFrom("subject_keys")
    .where("workspace_id", "=", workspaceId)
    .where("subject_id", "=", subjectId);
}

/** The statement that destroys many subjects' keys at once, and answers which there were. */
export function destroySubjects(
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
 * Destroys a subject's key and gives it another, in a transaction of the caller's, which seals anew with `sealer` what
 * is to stay and opens it with `former` (undefined where there was none). Another process may seal with the former key
 * for `SUBJECT_TTL_MS` from then on; nobody will open that.
 */
export async function replaceSubject(
  tx: Tx,
  workspaceId: string,
  subjectId: string,
  now: string,
): Promise<{ former: Sealer | undefined; sealer: Sealer }> {
  const row = await tx.one(
    db
      .selectFrom("subject_keys")
      .select("wrapped")
      .where("workspace_id", "=", workspaceId)
      .where("subject_id", "=", subjectId)
      .forUpdate(),
  );
  const { sealer: opener } = await workspaceKeys(workspaceId);
  const former =
    row === undefined
      ? undefined
      : sealerFor(workspaceId, subjectId, opener.open(subjectPlace(subjectId), row.wrapped));
  const { sealer, insert } = await newSubject(workspaceId, subjectId, now);
  await tx.batch(destroySubject(workspaceId, subjectId), insert);
  return { former, sealer };
}
