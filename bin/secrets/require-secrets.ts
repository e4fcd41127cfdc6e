import { checkSecrets } from "@/lib/platform/crypto";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

/**
 * Ends the process, with a line in the log, if the key files of this machine are not those of its database. `adopt` is
 * called if they are. Continues while the database does not answer: a start checks them as well (`bin/init.ts`).
 */
export async function requireSecrets(adopt: () => Promise<void> = async () => undefined): Promise<void> {
  try {
    await checkSecrets();
    await adopt();
  } catch (error) {
    if (error instanceof AppError && error.code === "unavailable") return;
    log.fatal(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
