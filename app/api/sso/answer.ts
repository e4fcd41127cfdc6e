import { REQUEST_ID_HEADER } from "@/lib/http/base-headers";
import { type RefusalCode, SsoError } from "@/lib/identity/sso";
import { env } from "@/lib/platform/env";
import { idPattern } from "@/lib/platform/id-format";
import { addressKey, clientAddress, LIMITS, take } from "@/lib/platform/limits";
import { log } from "@/lib/platform/log";

/** Between a browser and the pages there is one proxy more than the operator's: the server that owns the port. */
const HOPS = env.TRUST_PROXY + 1;
const WORKSPACE = idPattern("ws");

/** Redirects the browser with a GET request. */
export const go = (location: string): Response =>
  new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store" } });

export const textResponse = (status: number, text = ""): Response =>
  new Response(text, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });

/** Redirects to the sign-in page, which explains the reason. */
export const backToSignIn = (reason: RefusalCode | "unavailable" | "rate_limited"): Response =>
  go(`/sign-in?sso=${reason}`);

/** Unexpected errors are not described to the browser. */
export function failed(request: Request, error: unknown): Response {
  if (error instanceof SsoError) return backToSignIn(error.code);
  log.error({ err: error, requestId: request.headers.get(REQUEST_ID_HEADER) }, "a single sign-on failed");
  return backToSignIn("unavailable");
}

export const addressOf = (request: Request): string | null => clientAddress(request.headers, null, HOPS);

/** Whether the rate limit admits this address: each step costs a signature. */
export async function isAdmitted(request: Request): Promise<boolean> {
  const { admitted } = await take(`sso-address:${addressKey(addressOf(request))}`, LIMITS.ssoAddress);
  return admitted;
}

/** The workspace in a path; null for what is no identifier of one. */
export const workspaceIn = (text: string): string | null => (WORKSPACE.test(text) ? text : null);
