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

/** Ends the process as SIGINT does: calls that it holds continue in another gateway. */
const stopProcess = (): void => {
  process.kill(process.pid, "SIGINT");
};

/**
 * Asks again every five seconds, until the process ends. If two answers in a row say that the release no longer fits, because a
 * contract migration was applied or a backup restored, it calls `stop`. Requests are refused from the first one on.
 */
export function watchSchemaFit({ read = readSchemaMisfit, stop = stopProcess } = {}): void {
  let hasMisfit = false;
  const check = async (): Promise<void> => {
    const misfit = await read();
    if (misfit !== null && hasMisfit) {
      log.fatal(misfit);
      return stop();
    }
    if (misfit !== null)
      log.error({ misfit }, "the schema does not fit; the process stops if this is confirmed");
    hasMisfit = misfit !== null;
    repeat();
  };
  const repeat = (): void => {
    setTimeout(() => void check(), SCHEMA_CHECK_MS).unref();
  };
  repeat();
}
