import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One folder for all that a run writes; each test process takes a part of it as its DATA_DIR. Gone afterwards. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "parley-test-"));
  process.env.PARLEY_TEST_FOLDER = folder;
  return () => rm(folder, { recursive: true, force: true });
}
