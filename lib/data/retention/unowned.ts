import { type Compilable, sql } from "kysely";
import { type Clock, iso, plusMs, systemClock } from "@/lib/platform/clock";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { log } from "@/lib/platform/log";
import { type Storage, storage } from "@/lib/platform/storage";

const HOUR_MS = 3_600_000;
/** Younger folders are kept: their row may not be committed yet, or their own removal may be in progress. */
const GRACE_MS = 24 * HOUR_MS;
/** Minimum interval between walks through the storage, as listing a bucket costs money. */
const EVERY_MS = 24 * HOUR_MS;
/** Folders per lookup. */
const AT_ONCE = 500;
/** Folders per run; the next one resumes within the hour. */
const MAX_PER_RUN = 20_000;

/** The object that names the storage's owner. No data folder has this name. */
const OWNER = "owner";
const HEX_BYTES = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, "0"));
/** Prefixes of the folders: recordings by the first two digits of their names, and exports likewise. */
const SHELVES = [...HEX_BYTES, ...HEX_BYTES.map((byte) => `exports/${byte}`)];
const OBJECT = /^[0-9a-f]{32}$/;

type Walk = { owner: string; place: string | null; started_at: string | null; ended_at: string | null };
const update = plain.updateTable("storage_sweeps");

/** The current walk, or a new one; null if the last one ended recently. */
async function readWalk(now: string): Promise<Walk | null> {
  const [[walk]] = await plainBatch(
    plain.selectFrom("storage_sweeps").select(["owner", "place", "started_at", "ended_at"]).limit(1),
  );
  if (walk === undefined) throw new Error("The storage has no recorded owner.");
  if (walk.started_at !== null && walk.ended_at === null) return walk;
  if (walk.started_at !== null && walk.started_at > plusMs(now, -EVERY_MS)) return null;
  await plainBatch(update.set({ place: null, started_at: now, ended_at: null, orphans: 0, removed: 0 }));
  return { ...walk, place: null };
}

/**
 * Records the installation as the owner of a storage without one. Throws if the storage belongs to another
 * installation, as its objects have no rows here and must not be deleted.
 */
async function claim(store: Storage, owner: string): Promise<void> {
  const storedOwner = await store.read(OWNER);
  if (storedOwner === null) return store.put(OWNER, Buffer.from(owner));
  if (storedOwner.toString() !== owner)
    throw new Error("The storage belongs to another installation: nothing is removed from it.");
}

/** Returns the folders of a shelf without a row. */
async function findUnowned(names: readonly string[]): Promise<string[]> {
  const objects = names.filter((name) => OBJECT.test(name));
  const query: Compilable<{ object: string }> = plain
    .selectFrom(sql<{ object: string }>`(select objects_in_use(${objects}::text[]) as object)`.as("known"))
    .select("object");
  const [rows] = await plainBatch(query);
  const knownObjects = new Set(rows.map(({ object }) => object));
  return objects.filter((object) => !knownObjects.has(object));
}

/** Deletes the folders without a row, and records the walk's progress. */
async function sweepFolders(
  store: Storage,
  shelf: string,
  names: readonly string[],
  now: string,
): Promise<void> {
  const before = Date.parse(now) - GRACE_MS;
  const shelfFolders = names.filter((name) => name.startsWith(shelf.slice(-2)));
  const orphanNames = shelfFolders.length === 0 ? [] : await findUnowned(shelfFolders);
  let removed = 0;
  for (const object of orphanNames) {
    if (await store.changedSince(`${shelf}/${object}`, before)) continue;
    await store.removeAll(`${shelf}/${object}`);
    removed += 1;
  }
  if (removed > 0) log.warn({ removed }, "bytes that no row knows were removed from the storage");
  const place = `${shelf}/${names.at(-1)}`;
  await plainBatch(
    update.set({
      place,
      orphans: sql`orphans + ${orphanNames.length}::int`,
      removed: sql`removed + ${removed}::int`,
    }),
  );
}

/**
 * Deletes objects of recordings and exports that have no row in any workspace and were not written to for a
 * day. A walk through the storage once a day, in resumable runs. Safe to repeat.
 */
export async function sweepStorage(
  clock: Clock = systemClock,
  store: Storage = storage(),
  mostInRun = MAX_PER_RUN,
): Promise<void> {
  const now = iso(clock.now());
  const walk = await readWalk(now);
  if (walk === null) return;
  await claim(store, walk.owner);
  const at = walk.place === null ? -1 : SHELVES.indexOf(walk.place.slice(0, walk.place.lastIndexOf("/")));
  let left = mostInRun;
  for (const [n, shelf] of SHELVES.entries()) {
    if (n < at) continue;
    let after = n === at ? (walk.place ?? "").slice(shelf.length + 1) : "";
    for (;;) {
      const names = await store.list(shelf, after, Math.min(AT_ONCE, left));
      const last = names.at(-1);
      if (last === undefined) break;
      await sweepFolders(store, shelf, names, now);
      after = last;
      left -= names.length;
      if (left <= 0) return;
    }
  }
  await plainBatch(update.set({ place: null, ended_at: now }));
}
