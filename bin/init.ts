// A start runs this after the migrations. It checks the keys in DATA_DIR and creates the first workspace if there is none.
// It prints one line of JSON, with the owner's password only if it generated one: the caller shows it once.
import { initializeInstallation } from "@/lib/identity/auth";
import { closePool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

try {
  process.stdout.write(`${JSON.stringify(await initializeInstallation(env))}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await closePool();
}
