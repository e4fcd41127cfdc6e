import { existsSync, readdirSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { db, type Reader } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

const FOLDER = join(env.DATA_DIR, "storage");

type Asking = { workspaceId: string; db: Reader };

function files(): string[] {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** A chunk lies at `<two letters>/<object>/<series>/<number>`. */
const objectOf = (file: string): string => relative(FOLDER, file).split("/")[1] ?? "";

/** Whether a file is a chunk that has been written whole; the storage moves each into place. */
export const isWhole = (file: string): boolean => !basename(file).startsWith(".");

/**
 * Lists, each time, the files of sound of calls that begin from now on. Earlier calls of the same test file still write,
 * move and remove theirs; these are told by their rows, which exist before the first chunk and until the last is gone.
 */
export async function watchStored({ workspaceId, db: reader }: Asking): Promise<() => Promise<string[]>> {
  const calls = db.selectFrom("calls").select("id").where("workspace_id", "=", workspaceId);
  const earlier = new Set((await reader.all(calls)).map(({ id }) => id));
  const ofEarlier = async () => {
    const rows = db
      .selectFrom("recordings")
      .select(["call_id", "object"])
      .where("workspace_id", "=", workspaceId);
    return (await reader.all(rows)).filter((row) => earlier.has(row.call_id)).map(({ object }) => object);
  };
  return async () => {
    const before = await ofEarlier();
    const listed = files();
    const existing = new Set([...before, ...(await ofEarlier())]);
    return listed.filter((file) => !existing.has(objectOf(file)));
  };
}
