import { readFile } from "node:fs/promises";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { requireTlsPair, type Tls } from "./tls";

/** A renewed certificate is used after this time. Programs that renew them do so weeks before the former one expires. */
const INTERVAL_MS = 10_000;

type Options = {
  /** The files, by default those of TLS_CERT and TLS_KEY. */
  files?: Pick<typeof env, "TLS_CERT" | "TLS_KEY">;
  intervalMs?: number;
  /** Reports files that cannot be used, once until they can; by default it logs them. */
  onRejected?(error: unknown): void;
};

const isSame = (a: Tls, b: Tls): boolean => a.cert.equals(b.cert) && a.key.equals(b.key);

const logRejection = (error: unknown): void =>
  log.error(
    { err: error },
    "the files of TLS_CERT and TLS_KEY changed and cannot be used: the former ones stay in use",
  );

/**
 * Calls `onChange` with the certificate and key of the files each time that they have changed and belong together, until the returned
 * function is called. Content is compared, not times, as orchestrators replace files by links. Files that cannot be used two times in a row
 * are reported: a renewal writes one file after the other. Without a certificate in use, nothing is watched.
 */
export function watchTls(
  current: Tls | undefined,
  onChange: (tls: Tls) => void,
  { files = env, intervalMs = INTERVAL_MS, onRejected = logRejection }: Options = {},
): () => void {
  const { TLS_CERT, TLS_KEY } = files;
  if (current === undefined || TLS_CERT === undefined || TLS_KEY === undefined) return () => undefined;
  const readPair = () => Promise.all([readFile(TLS_CERT), readFile(TLS_KEY)]);
  let used = current;
  let failures = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout;

  async function check(): Promise<void> {
    try {
      const [cert, key] = await readPair();
      const next = { cert, key };
      if (!isSame(next, used)) {
        requireTlsPair(next);
        if (isStopped) return;
        onChange(next);
        used = next;
        log.info("the certificate and key of TLS_CERT and TLS_KEY were reloaded");
      }
      failures = 0;
    } catch (error) {
      if (++failures === 2 && !isStopped) onRejected(error);
    }
    if (!isStopped) schedule();
  }
  function schedule(): void {
    timer = setTimeout(() => void check(), intervalMs);
    timer.unref();
  }
  schedule();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
