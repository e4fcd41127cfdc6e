import { type Compilable, sql } from "kysely";
import { workspaceDefaultsDocument } from "@/lib/identity/workspaces";
import type { WorkspaceDefaults } from "@/lib/identity/workspaces/schema";
import { assertRowUnchanged, compileOnce, db, isStaleWrite, json, reader } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { AsyncCache } from "@/lib/platform/expiring-map";

/** Cached workspaces per process. Each use checks the cached defaults, so a stale entry is harmless. */
const REMEMBERED = { ttlMs: 600_000, limit: 1_000 };
/** More attempts would be needed only if the defaults changed every few milliseconds. */
const MOST_TRIES = 3;

const readDefaults = compileOnce(({ id }: { id: string }) =>
  db.selectFrom("workspaces").select("defaults").where("id", "=", id),
);
const assertDefaultsUnchanged = compileOnce(({ id, defaults }: { id: string; defaults: string }) =>
  db
    .selectFrom("workspaces")
    .select(assertRowUnchanged)
    .where("id", "=", id)
    .where("defaults", "=", sql<never>`${defaults}::jsonb`),
);

const defaultsCache = new AsyncCache(REMEMBERED, async (id: string) => {
  const stored = (await reader(id).first(readDefaults({ id })))?.defaults;
  const precondition = assertDefaultsUnchanged({ id, defaults: json(stored) });
  return { defaults: workspaceDefaultsDocument.read(stored), precondition };
});

/**
 * Writes a row that starts from the workspace's defaults, cached by this process.
 * `precondition` belongs in the same batch: it fails the batch if the defaults have changed. Then they are
 * read again and the write is repeated.
 */
export async function writeFromDefaults<T>(
  id: string,
  write: (defaults: WorkspaceDefaults, precondition: Compilable<unknown>) => Promise<T>,
): Promise<T> {
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const { defaults, precondition } = await defaultsCache.get(id);
    try {
      return await write(defaults, precondition);
    } catch (error) {
      if (!isStaleWrite(error)) throw error;
      defaultsCache.forget(id);
    }
  }
  throw new AppError("workspace_defaults_busy");
}
