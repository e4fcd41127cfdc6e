import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { env } from "@/lib/platform/env";

/** A certificate with its chain, and its key, in PEM. */
export type Tls = { cert: Buffer; key: Buffer };

function file(name: "TLS_CERT" | "TLS_KEY", path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Error(
      `${name}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"}).`,
    );
  }
}

/** Throws an error of a single line unless a certificate and a key are PEM and belong together. */
export function requireTlsPair(tls: Tls): void {
  try {
    createSecureContext(tls);
  } catch (cause) {
    throw new Error("TLS_CERT and TLS_KEY are not a certificate and its key in PEM.", { cause });
  }
}

/**
 * Reads the files of TLS_CERT and TLS_KEY; undefined if they are not set. Throws a one-line error if a file
 * cannot be read, is not PEM, or if the two do not match.
 */
export function readTls({
  TLS_CERT,
  TLS_KEY,
}: Pick<typeof env, "TLS_CERT" | "TLS_KEY"> = env): Tls | undefined {
  if (TLS_CERT === undefined || TLS_KEY === undefined) return undefined;
  const tls = { cert: file("TLS_CERT", TLS_CERT), key: file("TLS_KEY", TLS_KEY) };
  requireTlsPair(tls);
  return tls;
}
