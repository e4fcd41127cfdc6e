// Run by a start after the migrations: makes the first workspace where there is none. One line of JSON on standard
// output; a password only if it was made up here, as the caller must show it once.
import { initialize } from "@/lib/auth";
import { closePool } from "@/lib/db";
import { env } from "@/lib/env";

try {
  process.stdout.write(`${JSON.stringify(await initialize(env))}\n`);
} catch (error) {
  process.stderr.write(
    `The first workspace could not be made. ${error instanceof Error ? error.message : ""}\n`,
  );
  process.exitCode = 1;
} finally {
  await closePool();
}
