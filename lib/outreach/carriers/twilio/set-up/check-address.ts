import { createFinding } from "@/lib/agents/providers";
import type { Finding } from "@/lib/agents/providers/schema";
import { EgressError } from "@/lib/platform/egress";
import type { HttpFetcher } from "../rest";

/** This installation answers at once; a slower answer would also delay calls. */
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 16_384;

/**
 * Checks as far as possible from here whether Twilio can reach this installation: the address is public, uses
 * TLS and leads to this product. `baseUrl`: PARLEY_BASE_URL.
 */
export async function checkPublicAddress(
  httpClient: HttpFetcher,
  baseUrl: string | undefined,
): Promise<Finding[]> {
  if (baseUrl === undefined) return [createFinding("base_url_missing", null)];
  if (!baseUrl.startsWith("https:")) return [createFinding("base_url_not_https", null)];
  try {
    const response = await httpClient.fetch(new URL("/healthz", baseUrl).href, {
      method: "GET",
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    await response.body?.cancel();
    return response.ok
      ? [createFinding("base_url_works", null)]
      : [createFinding("base_url_misdirected", null, { status: response.status })];
  } catch (error) {
    const isInsideNetwork = error instanceof EgressError && error.code === "refused_address";
    return [
      isInsideNetwork ? createFinding("base_url_private", null) : createFinding("base_url_unreachable", null),
    ];
  }
}
