import { type Compilable, sql } from "kysely";
import { db, isOutdated, json, prepared, reader, still } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { Loaded } from "@/lib/platform/expiring-map";

/** Of as many workspaces a process remembers the defaults; each use is checked, so age alone makes nothing wrong. */
const REMEMBERED = { ttlMs: 600_000, limit: 1_000 };
/** The defaults would have to change within milliseconds, time after time, for more. */
const MOST_TRIES = 3;

const readDefaults = prepared(({ id }: { id: string }) =>
  db.selectFrom("workspaces").select("defaults").where("id", "=", id),
);
const stillDefaults = prepared(({ id, defaults }: { id: string; defaults: string }) =>
  db
    .selectFrom("workspaces")
    .select(still)
    .where("id", "=", id)
    .where("defaults", "=", sql<never>`${defaults}::jsonb`),
);

const remembered = new Loaded(REMEMBERED, async (id: string) => {
  const defaults: unknown = (await reader(id).one(readDefaults({ id })))?.defaults;
  return { defaults, holds: stillDefaults({ id, defaults: json(defaults) }) };
});

/**
 * Writes something that starts from the workspace's defaults (unchecked JSON), as this process remembers them. `holds`
 * goes into the same batch and refuses it where they have changed since: they are read, and it is written, anew.
 */
export async function fromDefaults<T>(
  id: string,
  write: (defaults: unknown, holds: Compilable<unknown>) => Promise<T>,
): Promise<T> {
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const { defaults, holds } = await remembered.get(id);
    try {
      return await write(defaults, holds);
    } catch (error) {
      if (!isOutdated(error)) throw error;
      remembered.forget(id);
    }
  }
  throw new AppError("unavailable", "The workspace's defaults are being changed. Try again shortly.");
}
