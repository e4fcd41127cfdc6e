import { mkdirSync } from "node:fs";
import { join } from "node:path";

// Runs before any module of the product is loaded: `lib/env.ts` reads the environment once, at its import.
const folder = process.env.PARLEY_TEST_FOLDER;
if (folder === undefined) throw new Error("test/folder.global.ts has not run.");

// A developer's own settings must not reach a test, nor a test their data.
for (const name of Object.keys(process.env)) {
  if (
    /^(PARLEY_(?!TEST_)|DATABASE_|PORT$|PAGES_PORT$|METRICS_(PORT|TOKEN)$|TRUST_PROXY$|TOOL_ALLOWED_HOSTS$)/.test(
      name,
    )
  )
    delete process.env[name];
}
process.env.DATA_DIR = join(folder, `data-${process.pid}`);
process.env.LOG_LEVEL ??= "silent";
process.env.TZ = "UTC";
mkdirSync(process.env.DATA_DIR, { recursive: true });
