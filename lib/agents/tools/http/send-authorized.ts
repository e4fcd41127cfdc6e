import {
  credentialHeaders,
  forgetAccessToken,
  type HeaderCredential,
  type ToolCredential,
  toHeaderCredential,
} from "@/lib/agents/providers";
import type { HttpClient } from "@/lib/platform/egress";
import type { HttpTool } from "./schema";
import { type Allowance, sendWithRetries } from "./send-with-retries";

/** Maximum bytes read of a response. Only 64 KiB are kept, but JSON must be complete to be cleaned and mapped. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 3;

/** A request with the arguments in place, without its credential. */
export type RenderedRequest = {
  method: HttpTool["request"]["method"];
  url: URL;
  headers: Record<string, string>;
  body: string | null;
};

type Means = { credential: ToolCredential | undefined; egress: HttpClient; allowance: Allowance };

/** The response, and the credential that its request had. */
type Sent = { response: Response; sentCredential: HeaderCredential | undefined };

/**
 * Sends a request with its credential. If the service answers 401 to an access token, which can have been revoked before
 * its expiry, the request is sent once more with a new token: a request that was not authorized had no effect.
 */
export async function sendAuthorized(request: RenderedRequest, means: Means): Promise<Sent> {
  const sent = await sendOnce(request, means);
  const { credential, allowance } = means;
  if (sent.response.status !== 401 || credential?.kind !== "oauth2") return sent;
  forgetAccessToken(credential, sent.sentCredential);
  allowance.signal?.throwIfAborted();
  return sendOnce(request, means);
}

async function sendOnce(
  { method, url, headers, body }: RenderedRequest,
  { credential, egress, allowance }: Means,
): Promise<Sent> {
  const sentCredential = await toHeaderCredential(credential, { egress, waitMs: allowance.remainingMs() });
  const response = await sendWithRetries(allowance, () =>
    egress.fetch(url, {
      method,
      headers,
      headersFor: (hop) => credentialHeaders(sentCredential, hop),
      ...(body !== null && { body }),
      signal: allowance.signal,
      timeoutMs: allowance.remainingMs(),
      maxBytes: MAX_ANSWER_BYTES,
      maxRedirects: MAX_REDIRECTS,
    }),
  );
  return { response, sentCredential };
}
