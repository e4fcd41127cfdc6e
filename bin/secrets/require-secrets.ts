import { checkSecrets, openSecrets, resealSecretFiles, watchRootKeys } from "@/lib/platform/crypto";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A machine can have secrets that are sealed under a former root key. A folder that cannot be written does not end the start. */
function resealOrWarn(): void {
  try {
    resealSecretFiles();
  } catch (error) {
    log.warn(`Secrets under a former root key could not be sealed again. ${messageOf(error)}`);
  }
}

/**
 * Opens the secrets of this process, and ends it, with a line in the log, if they cannot be opened or are not those of its
 * database. `adopt` is called if they are. Continues while the database does not answer: a start checks them as well
 * (`bin/init.ts`). Then follows rotations of the root key.
 */
export async function requireSecrets(adopt: () => Promise<void> = async () => undefined): Promise<void> {
  try {
    await openSecrets();
    await checkSecrets();
    await adopt();
    resealOrWarn();
  } catch (error) {
    if (!(error instanceof AppError && error.code === "unavailable")) {
      log.fatal(messageOf(error));
      process.exit(1);
    }
  }
  watchRootKeys((error) => log.warn(`The root keys cannot be read again. ${messageOf(error)}`));
}
