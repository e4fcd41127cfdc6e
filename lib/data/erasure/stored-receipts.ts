import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { isUnderFormerRoot, type ResealResult, rootSealer, tryResealUnderRoot } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { writeFileAtomically } from "@/lib/platform/storage";
import { Receipt, WorkspaceReceipt } from "./schema";

/**
 * The target of a deletion: a keyed hash and IDs. Sealed, so that a receipt does not reveal who was a
 * contact.
 */
const Target = z.strictObject({
  contact_hash: z.string().regex(/^[0-9a-f]+$/),
  contact_id: z.string().nullable(),
  requested_by: z.string(),
});
type Target = z.output<typeof Target>;
const KeptFile = z.strictObject({ receipt: Receipt, target: z.string() });

const targetPlace = (deletionId: string) => ({ table: "deletions", row: deletionId, field: "target" });

/** `DATA_DIR/erasures`: one file per completed deletion. `docs/operations.md` requires a copy elsewhere. */
const folder = (): string => join(env.DATA_DIR, "erasures");

/**
 * Stores a receipt outside the database, with its target sealed with the root key, so that the erasure can be
 * repeated after restoring an older backup. Written atomically, and synced to disk when this resolves.
 * Replaces an existing file.
 */
export async function storeReceipt(receipt: Receipt, target: Target): Promise<void> {
  const { deletion_id: id, workspace_id: workspaceId } = receipt;
  const sealed = rootSealer(workspaceId).seal(targetPlace(id), JSON.stringify(target));
  await write(`${id}.json`, { receipt, target: sealed.toString("base64url") });
}

/**
 * Stores the receipt of a destroyed workspace likewise, which identifies the workspace in an older backup.
 */
export const storeWorkspaceReceipt = (receipt: WorkspaceReceipt): Promise<void> =>
  write(`${receipt.workspace_id}.json`, { receipt });

const write = (name: string, content: object): Promise<void> =>
  writeFileAtomically(join(folder(), name), `${JSON.stringify(content, null, 2)}\n`);

/** A completed deletion with its target; null for an unreadable file. */
export type StoredReceipt = { receipt: Receipt; target: Target } | null;

async function readKept(path: string): Promise<StoredReceipt> {
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

/** Yields all receipts stored outside the database. */
export async function* readStoredReceipts(): AsyncGenerator<StoredReceipt> {
  for (const name of await namesOf(/^del_.*\.json$/)) yield readKept(join(folder(), name));
}

/** Reads the receipt of a destroyed workspace; null if it is missing or unreadable. */
export async function readWorkspaceReceipt(workspaceId: string): Promise<WorkspaceReceipt | null> {
  try {
    const file = JSON.parse(await readFile(join(folder(), `${workspaceId}.json`), "utf8"));
    return WorkspaceReceipt.parse(file.receipt);
  } catch {
    return null;
  }
}

/** A stored receipt with its sealed target, or null for a file that is none or that cannot be read. */
async function readSealedReceipt(path: string) {
  try {
    return KeptFile.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return null;
  }
}

/** The files of receipts whose target is not under the newest root key. */
async function* readReceiptsUnderFormerRoot() {
  for (const name of await namesOf(/^del_.*\.json$/)) {
    const file = await readSealedReceipt(join(folder(), name));
    if (file === null) continue;
    const ciphertext = Buffer.from(file.target, "base64url");
    if (isUnderFormerRoot(ciphertext)) yield { name, receipt: file.receipt, ciphertext };
  }
}

/** How many of this machine's stored receipts are not under the newest root key. */
export async function countReceiptsUnderFormerRoot(): Promise<number> {
  let count = 0;
  for await (const _ of readReceiptsUnderFormerRoot()) count += 1;
  return count;
}

/**
 * Seals the targets of this machine's stored receipts under the newest root key. A file that cannot be read, or whose target
 * does not open, is left as it is (`erasure:replay` reports it).
 */
export async function resealStoredReceipts(): Promise<ResealResult> {
  const result: ResealResult = { resealed: 0, damaged: [] };
  for await (const { name, receipt, ciphertext } of readReceiptsUnderFormerRoot()) {
    const { deletion_id: id, workspace_id: workspaceId } = receipt;
    const resealed = tryResealUnderRoot(rootSealer(workspaceId), targetPlace(id), ciphertext, {
      place: `receipt ${id}`,
      damaged: result.damaged,
    });
    if (resealed === null) continue;
    await write(name, { receipt, target: resealed.toString("base64url") });
    result.resealed += 1;
  }
  return result;
}
