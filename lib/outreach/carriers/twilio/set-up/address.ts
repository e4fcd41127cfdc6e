import { fine, wrong } from "@/lib/agents/integrations";
import type { Finding } from "@/lib/agents/integrations/schema";
import { EgressError } from "@/lib/platform/egress";
import type { Out } from "../rest";

/** This place answers at once; what takes longer is in the way of calls too. */
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 16_384;

/**
 * Whether Twilio can ask us, as far as can be known from here: the address is public, by TLS, and leads to this product.
 * `base`: PARLEY_BASE_URL.
 */
export async function addressFindings(out: Out, base: string | undefined): Promise<Finding[]> {
  if (base === undefined)
    return [
      wrong(
        "no_base_url",
        "PARLEY_BASE_URL is not set, so that Twilio cannot ask this place how a call goes on, and none goes out. Set it to the public address, such as https://parley.example.com, and start again.",
      ),
    ];
  if (!base.startsWith("https:"))
    return [wrong("not_https", "PARLEY_BASE_URL is not https. Twilio opens media streams over TLS alone.")];
  try {
    const response = await out.fetch(new URL("/healthz", base).href, {
      method: "GET",
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    await response.body?.cancel();
    return response.ok
      ? [fine("address", "PARLEY_BASE_URL leads here.")]
      : [
          wrong(
            "address_answers_otherwise",
            `What answers at PARLEY_BASE_URL is not this product (status ${response.status}). Let the proxy there pass /v1/carriers/ and upgrades of /voice/ on.`,
          ),
        ];
  } catch (error) {
    const inside = error instanceof EgressError && error.code === "refused_address";
    return [
      inside
        ? wrong(
            "address_inside",
            "PARLEY_BASE_URL leads to an address inside of this network, which Twilio cannot reach.",
          )
        : wrong(
            "address_not_reached",
            "PARLEY_BASE_URL could not be reached from this machine. Look at its DNS name, its certificate and its proxy; from outside it may be different.",
          ),
    ];
  }
}
