import { type Refusal, SsoRefused } from "@/lib/identity/sso";
import { env } from "@/lib/platform/env";
import { idPattern } from "@/lib/platform/ids";
import { addressKey, clientAddress, LIMITS, take } from "@/lib/platform/limits";
import { log } from "@/lib/platform/log";

/** Between a browser and the pages there is one proxy more than the operator's: the server that owns the port. */
const HOPS = env.TRUST_PROXY + 1;
const WORKSPACE = idPattern("ws");

/** Sends the browser on, with a GET whatever it came with. */
export const go = (location: string): Response =>
  new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store" } });

export const said = (status: number, text = ""): Response =>
  new Response(text, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });

/** Back to the sign-in, which says why in words of its own. */
export const backToSignIn = (why: Refusal | "unavailable" | "rate_limited"): Response =>
  go(`/sign-in?sso=${why}`);

/** What goes wrong beyond a refusal says nothing of itself to the browser. */
export function failed(error: unknown): Response {
  if (error instanceof SsoRefused) return backToSignIn(error.code);
  log.error({ err: error }, "a single sign-on failed");
  return backToSignIn("unavailable");
}

export const addressOf = (request: Request): string | null => clientAddress(request.headers, null, HOPS);

/** Whether this address may go on: each step costs a signature, here or there. */
export async function isAdmitted(request: Request): Promise<boolean> {
  const { admitted } = await take(`sso-address:${addressKey(addressOf(request))}`, LIMITS.ssoAddress);
  return admitted;
}

/** The workspace in a path; null for what is no identifier of one. */
export const workspaceIn = (text: string): string | null => (WORKSPACE.test(text) ? text : null);
