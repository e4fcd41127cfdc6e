import type { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { log } from "@/lib/platform/log";
import { parseCertificates } from "@/lib/platform/stir";

/** The list of the STI-PA has some tens of authorities. */
const MAX_ANCHORS = 500;

/**
 * Reads the operator's trust anchors from a file of PEM certificates. Without a file, and with one that cannot be read, there are
 * none: calls are answered, and no signature counts as verified.
 */
export async function readTrustAnchors(file: string | null): Promise<X509Certificate[]> {
  if (file === null) return [];
  try {
    const anchors = parseCertificates(await readFile(file, "utf8"), MAX_ANCHORS);
    if (anchors.length === 0) throw new Error("The file has no certificate.");
    return anchors;
  } catch (error) {
    log.error({ err: error }, "STIR_TRUST_ANCHORS cannot be read, so signatures of callers are not verified");
    return [];
  }
}
