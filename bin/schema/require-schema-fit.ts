import { SCHEMA_CHECK_MS } from "@/lib/platform/db/require-schema";
import { readSchemaMisfit } from "@/lib/platform/db/schema-fit";
import { log } from "@/lib/platform/log";

/**
 * Ends the process, with one sentence in the log, if its release cannot use the database's schema. Continues while the database
 * does not answer.
 */
export async function requireSchemaFit(): Promise<void> {
  const misfit = await readSchemaMisfit();
  if (misfit === null) return;
  log.fatal(misfit);
  process.exit(1);
}

/**
 * Asks again every five seconds, until the process ends. If the release no longer fits, because a contract migration was applied
 * or a backup restored, the process stops at once, as after SIGINT: calls that it holds continue in another gateway.
 */
export function watchSchemaFit(): void {
  const check = async (): Promise<void> => {
    const misfit = await readSchemaMisfit();
    if (misfit === null) return repeat();
    log.fatal(misfit);
    process.kill(process.pid, "SIGINT");
  };
  const repeat = (): void => {
    setTimeout(() => void check(), SCHEMA_CHECK_MS).unref();
  };
  repeat();
}
