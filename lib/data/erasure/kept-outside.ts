import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { rootSealer } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { writeWhole } from "@/lib/platform/storage";
import { Receipt, WorkspaceReceipt } from "./schema";

/** Whom a deletion was about: a keyed hash and ids. Sealed, as a receipt says of nobody that they were known here. */
const Target = z.strictObject({
  contact_hash: z.string().regex(/^[0-9a-f]+$/),
  contact_id: z.string().nullable(),
  requested_by: z.string(),
});
type Target = z.output<typeof Target>;
const KeptFile = z.strictObject({ receipt: Receipt, target: z.string() });

const targetPlace = (deletionId: string) => ({ table: "deletions", row: deletionId, field: "target" });

/** `DATA_DIR/erasures`: one file for each deletion that is complete. `docs/operations.md` asks for a copy elsewhere. */
const folder = (): string => join(env.DATA_DIR, "erasures");

/**
 * Keeps a receipt outside of the database, with whom it was about sealed under the root key, so that an older backup
 * of the database can be erased from again. Whole or not at all, and on the disk when this resolves; written again, it
 * replaces the former.
 */
export async function keepOutside(receipt: Receipt, target: Target): Promise<void> {
  const { deletion_id: id, workspace_id: workspaceId } = receipt;
  const sealed = rootSealer(workspaceId).seal(targetPlace(id), JSON.stringify(target));
  await write(`${id}.json`, { receipt, target: sealed.toString("base64url") });
}

/** Keeps the receipt of a workspace that was destroyed beside them, by which an older backup is known to hold it again. */
export const keepWorkspaceOutside = (receipt: WorkspaceReceipt): Promise<void> =>
  write(`${receipt.workspace_id}.json`, { receipt });

const write = (name: string, content: object): Promise<void> =>
  writeWhole(join(folder(), name), `${JSON.stringify(content, null, 2)}\n`);

/** A deletion that is complete, and whom it was about; null for a file that cannot be read. */
export type Kept = { receipt: Receipt; target: Target } | null;

async function readKept(path: string): Promise<Kept> {
  try {
    const { receipt, target } = KeptFile.parse(JSON.parse(await readFile(path, "utf8")));
    const box = Buffer.from(target, "base64url");
    const opened = rootSealer(receipt.workspace_id).openText(targetPlace(receipt.deletion_id), box);
    return { receipt, target: Target.parse(JSON.parse(opened)) };
  } catch {
    return null;
  }
}

async function namesOf(pattern: RegExp): Promise<string[]> {
  const names = await readdir(folder()).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => pattern.test(name)).sort();
}

/** Every deletion that is kept outside of the database. */
export async function* allKeptOutside(): AsyncGenerator<Kept> {
  for (const name of await namesOf(/^del_.*\.json$/)) yield readKept(join(folder(), name));
}

/** The receipt of a workspace that was destroyed; null where there is none, or it cannot be read. */
export async function workspaceKeptOutside(workspaceId: string): Promise<WorkspaceReceipt | null> {
  try {
    const file = JSON.parse(await readFile(join(folder(), `${workspaceId}.json`), "utf8"));
    return WorkspaceReceipt.parse(file.receipt);
  } catch {
    return null;
  }
}
