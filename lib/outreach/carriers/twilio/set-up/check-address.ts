import { failedFinding, passedFinding } from "@/lib/agents/providers";
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
  if (baseUrl === undefined)
    return [
      failedFinding(
        "no_base_url",
        "PARLEY_BASE_URL is not set, so Twilio cannot reach this installation and no calls are placed. Set it to the public address, such as https://parley.example.com, and restart.",
      ),
    ];
  if (!baseUrl.startsWith("https:"))
    return [
      failedFinding(
        "not_https",
        "PARLEY_BASE_URL is not https. Twilio opens media streams only over TLS. Use an https address.",
      ),
    ];
  try {
    const response = await httpClient.fetch(new URL("/healthz", baseUrl).href, {
      method: "GET",
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    await response.body?.cancel();
    return response.ok
      ? [passedFinding("address", "PARLEY_BASE_URL leads to this installation.")]
      : [
          failedFinding(
            "address_answers_otherwise",
            `PARLEY_BASE_URL does not lead to this product (status ${response.status}). Configure the proxy there to forward /v1/carriers/ and upgrade requests to /voice/.`,
          ),
        ];
  } catch (error) {
    const isInsideNetwork = error instanceof EgressError && error.code === "refused_address";
    return [
      isInsideNetwork
        ? failedFinding(
            "address_inside",
            "PARLEY_BASE_URL leads to an address inside this network, which Twilio cannot reach. Use a public address.",
          )
        : failedFinding(
            "address_not_reached",
            "PARLEY_BASE_URL could not be reached from this machine. Check its DNS name, certificate and proxy. It may still be reachable from outside.",
          ),
    ];
  }
}
