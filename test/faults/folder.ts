import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Calls `use` with a new temporary folder, and removes it if `use` succeeds. After an error its path is printed. */
export async function withFolder<T>(name: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `parley-faults-${name}-`));
  let isDone = false;
  try {
    const result = await use(folder);
    isDone = true;
    return result;
  } finally {
    if (isDone || process.env.KEEP_FAULT_FOLDERS !== "1") rmSync(folder, { recursive: true, force: true });
    else process.stderr.write(`  The logs are in ${folder}\n`);
  }
}
