import { type NextRequest, NextResponse } from "next/server";
import { REQUEST_ID_HEADER } from "@/lib/http/base-headers";
import { contentSecurityPolicy, pageHeaders } from "@/lib/http/csp";
import { PATH_HEADER } from "@/lib/http/path-header";
import { isApi } from "@/lib/http/paths";
import { rejectionOf } from "@/lib/http/unknown-route";
import { env, overTls } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { hostOf, isTrustedHost, untrustedHostPage } from "@/lib/platform/trusted-host";

const NONCE_BYTES = 16;
const PAGE_HEADERS = pageHeaders(overTls);

/**
 * Runs before every page. It creates a nonce per response, which Next adds to its scripts. The API sets its own headers; here
 * only unknown routes and methods are rejected, as in the server process.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  if (isApi(request.nextUrl.pathname)) return (await rejectionOf(request)) ?? NextResponse.next();
  // All that is left has to do with signing in.
  if (!isTrustedHost(hostOf(request))) return untrustedHostPage();
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(NONCE_BYTES))).toString("base64");
  const policy = contentSecurityPolicy(nonce, {
    isDevelopment: env.NODE_ENV === "development",
    voice: env.PARLEY_VOICE_URL ?? env.PARLEY_BASE_URL,
  });
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  headers.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  // Replaces a client's, as the audit log and the log name it.
  const requestId = newId("req");
  headers.set(REQUEST_ID_HEADER, requestId);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set(REQUEST_ID_HEADER, requestId);
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.headers.set(name, value);
  return response;
}

/** Not files, which run nothing by themselves. */
export const config = { matcher: "/((?!_next/static|_next/image|favicon.ico|icon.svg).*)" };
