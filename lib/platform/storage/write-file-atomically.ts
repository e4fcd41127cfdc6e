import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

const ONLY_OWNER_FOLDER = 0o700;
const ONLY_OWNER_FILE = 0o600;

/**
 * Writes a file that its owner alone can read, in place of the former: whole or not at all, and on the disk when this
 * resolves. It is written under another name, flushed and then moved, so that a crash leaves no half of it.
 */
export async function writeFileAtomically(path: string, content: string | Uint8Array): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: ONLY_OWNER_FOLDER });
  const draft = join(folder, `.${randomBytes(8).toString("hex")}`);
  try {
    const file = await open(draft, "wx", ONLY_OWNER_FILE);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
