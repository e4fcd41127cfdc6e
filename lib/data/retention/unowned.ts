import { type Compilable, sql } from "kysely";
import { type Clock, iso, plusMs, systemClock } from "@/lib/platform/clock";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { log } from "@/lib/platform/log";
import { type Storage, storage } from "@/lib/platform/storage";

const HOUR_MS = 3_600_000;
/** What was written since is left alone: a row may be about to come, or bytes about to go by themselves. */
const GRACE_MS = 24 * HOUR_MS;
/** A walk through all of the storage begins at most so often: a bucket's listings cost money. */
const EVERY_MS = 24 * HOUR_MS;
/** Folders that are looked up at once. */
const AT_ONCE = 500;
/** Folders of one run; the next goes on behind them within the hour. */
const MOST_IN_RUN = 20_000;

/** Where it is written whose the storage is. No folder of ours has this name. */
const OWNER = "owner";
const HEX_BYTES = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, "0"));
/** Where folders lie: recordings by the first two digits of their names, and exports so too. */
const SHELVES = [...HEX_BYTES, ...HEX_BYTES.map((byte) => `exports/${byte}`)];
const OBJECT = /^[0-9a-f]{32}$/;

type Walk = { owner: string; place: string | null; started_at: string | null; ended_at: string | null };
const update = plain.updateTable("storage_sweeps");

/** The walk that goes on, or that begins now; null where the last has ended lately. */
async function walkOf(now: string): Promise<Walk | null> {
  const [[walk]] = await plainBatch(
    plain.selectFrom("storage_sweeps").select(["owner", "place", "started_at", "ended_at"]).limit(1),
  );
  if (walk === undefined) throw new Error("Nobody knows whose the storage is.");
  if (walk.started_at !== null && walk.ended_at === null) return walk;
  if (walk.started_at !== null && walk.started_at > plusMs(now, -EVERY_MS)) return null;
  await plainBatch(update.set({ place: null, started_at: now, ended_at: null, found: 0, removed: 0 }));
  return { ...walk, place: null };
}

/**
 * Throws where the storage is another installation's: its bytes have no rows here, and are nobody's to remove. One that is
 * nobody's yet becomes ours.
 */
async function claim(store: Storage, owner: string): Promise<void> {
  const written = await store.read(OWNER);
  if (written === null) return store.put(OWNER, Buffer.from(owner));
  if (written.toString() !== owner)
    throw new Error("The storage belongs to another installation: nothing is removed from it.");
}

/** Those of a shelf's folders that no row knows. */
async function unowned(names: readonly string[]): Promise<string[]> {
  const objects = names.filter((name) => OBJECT.test(name));
  const query: Compilable<{ object: string }> = plain
    .selectFrom(sql<{ object: string }>`(select objects_with_rows(${objects}::text[]) as object)`.as("known"))
    .select("object");
  const [rows] = await plainBatch(query);
  const known = new Set(rows.map(({ object }) => object));
  return objects.filter((object) => !known.has(object));
}

/** Removes what no row knows of these folders, and says how far the walk has come. */
async function look(store: Storage, shelf: string, names: readonly string[], now: string): Promise<void> {
  const before = Date.parse(now) - GRACE_MS;
  const mine = names.filter((name) => name.startsWith(shelf.slice(-2)));
  const found = mine.length === 0 ? [] : await unowned(mine);
  let removed = 0;
  for (const object of found) {
    if (await store.changedSince(`${shelf}/${object}`, before)) continue;
    await store.removeAll(`${shelf}/${object}`);
    removed += 1;
  }
  if (removed > 0) log.warn({ removed }, "bytes that no row knows were removed from the storage");
  const place = `${shelf}/${names.at(-1)}`;
  await plainBatch(
    update.set({ place, found: sql`found + ${found.length}::int`, removed: sql`removed + ${removed}::int` }),
  );
}

/**
 * Removes bytes of recordings and exports that no row of any workspace knows, and that nobody has written to for a day:
 * a walk through the storage once a day, in runs that each go on where the last one ended. Safe to repeat.
 */
export async function sweepStorage(
  clock: Clock = systemClock,
  store: Storage = storage(),
  mostInRun = MOST_IN_RUN,
): Promise<void> {
  const now = iso(clock.now());
  const walk = await walkOf(now);
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
      await look(store, shelf, names, now);
      after = last;
      left -= names.length;
      if (left <= 0) return;
    }
  }
  await plainBatch(update.set({ place: null, ended_at: now }));
}
