import { readTls, type Tls } from "@/lib/http/tls";
import { log } from "@/lib/platform/log";

/** Reads the files of TLS_CERT and TLS_KEY, and ends the process, with a line in the log, if they cannot be used. */
export function requireTls(): Tls | undefined {
  try {
    return readTls();
  } catch (error) {
    log.fatal(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
