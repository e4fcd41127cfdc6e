import {
  credentialHeaders,
  forgetAccessToken,
  type HeaderCredential,
  type ToolCredential,
  toHeaderCredential,
} from "@/lib/agents/providers";
import type { HttpClient } from "@/lib/platform/egress";
import type { HttpTool } from "./schema";
import { type Allowance, MIN_ATTEMPT_MS, sendWithRetries } from "./send-with-retries";

/** Maximum bytes read of a response. Only 64 KiB are kept, but JSON must be complete to be cleaned and mapped. */
const MAX_RESPONSE_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 3;

/** A request with the arguments in place, without its credential. */
export type RenderedRequest = {
  method: HttpTool["request"]["method"];
  url: URL;
  headers: Record<string, string>;
  body: string | null;
};

type SendOptions = { credential: ToolCredential | undefined; egress: HttpClient; allowance: Allowance };

/** The response, the credential that its request had, and whether the response is that of a redirect's target. */
type AuthorizedResponse = {
  response: Response;
  sentCredential: HeaderCredential | undefined;
  isRedirected: boolean;
};

/**
 * Sends a request with its credential. If the service answers 401 to an access token, which can have been revoked before
 * its expiry, the request is sent once more with a new token: a request that was not authorized had no effect. The 401 is
 * the response if too little time remains for that, and if it comes from the target of a redirect: the first host has
 * accepted the request then, and can have acted on it.
 */
export async function sendAuthorized(
  request: RenderedRequest,
  options: SendOptions,
): Promise<AuthorizedResponse> {
  const result = await sendOnce(request, options);
  const { credential, allowance } = options;
  if (result.response.status !== 401 || result.isRedirected || credential?.kind !== "oauth2") return result;
  forgetAccessToken(credential, result.sentCredential);
  return allowance.remainingMs() < MIN_ATTEMPT_MS ? result : sendOnce(request, options);
}

async function sendOnce(
  { method, url, headers, body }: RenderedRequest,
  { credential, egress, allowance }: SendOptions,
): Promise<AuthorizedResponse> {
  const { signal } = allowance;
  const waitMs = allowance.remainingMs();
  const sentCredential = await toHeaderCredential(credential, { egress, waitMs, signal });
  let hops = 0;
  const response = await sendWithRetries(allowance, () => {
    hops = 0;
    return egress.fetch(url, {
      method,
      headers,
      headersFor: (hop) => {
        hops++;
        return credentialHeaders(sentCredential, hop);
      },
      ...(body !== null && { body }),
      signal,
      timeoutMs: allowance.remainingMs(),
      maxBytes: MAX_RESPONSE_BYTES,
      maxRedirects: MAX_REDIRECTS,
    });
  });
  return { response, sentCredential, isRedirected: hops > 1 };
}
