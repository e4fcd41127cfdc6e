// Run by a start after the migrations: checks the keys in DATA_DIR, and makes the first workspace where there is none.
// One line of JSON on standard output; a password only if it was made up here, as the caller must show it once.
import { initialize } from "@/lib/identity/auth";
import { closePool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

try {
  process.stdout.write(`${JSON.stringify(await initialize(env))}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await closePool();
}
