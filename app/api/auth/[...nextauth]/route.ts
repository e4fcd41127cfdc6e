import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { isAdmitted } from "@/app/api/sso/answer";
import { REQUEST_ID_HEADER } from "@/lib/http/base-headers";
import { identifyBrowser } from "@/lib/identity/auth";
import { findWorkspaceByEmail } from "@/lib/identity/sso";
import { log } from "@/lib/platform/log";
import { hostOf, isTrustedHost, untrustedHostPage } from "@/lib/platform/trusted-host";
import { authOptions } from "./options";
import { pathHere } from "./sso-provider";

/** A sign-in form with the longest address and password has less; what is larger is none. */
const MAX_FORM_BYTES = 16_384;

const SSO_BEGIN = "POST signin/boxyhq-saml";
const SSO_END = "GET callback/boxyhq-saml";
/** The next-auth actions that Parley's forms use. All others (pages, a public log endpoint) are disabled. */
const ACTIONS = new Set(["GET csrf", "POST callback/credentials", "POST signout", SSO_BEGIN, SSO_END]);

const actionOf = async ({ method }: Request, { params }: Context) =>
  `${method} ${(await params).nextauth.join("/")}`;

type Context = { params: Promise<{ nextauth: string[] }> };

/** Where a session is opened, the browser is given what tells it from others, or the same again. */
const OPENS = new Set(["POST callback/credentials", SSO_END]);

async function nextAuth(request: Request, context: Context): Promise<Response> {
  const { digest, cookie } = identifyBrowser(request.headers);
  const response = (await NextAuth(
    request as never,
    context as never,
    authOptions(request, digest),
  )) as Response;
  if (!OPENS.has(await actionOf(request, context))) return response;
  const headers = new Headers(response.headers);
  headers.append("Set-Cookie", cookie);
  return new Response(response.body, { status: response.status, headers });
}

const answer = (url: string): Response =>
  Response.json({ url }, { headers: { "Cache-Control": "no-store" } });

/** The same request with other fields: the copy that was read to see whose domain the address has. */
const withQuery = (request: Request, body: string, query: Record<string, string>): Request => {
  const url = new URL(request.url);
  url.search = new URLSearchParams(query).toString();
  return new NextRequest(url, { method: "POST", headers: request.headers, body });
};

/**
 * Starts a single sign-on for the address in the form. The response depends only on the address's domain. An unknown
 * domain returns to the form with the same text as any other failure.
 */
async function begin(request: Request, context: Context): Promise<Response> {
  if (!(await isAdmitted(request))) return answer("/sign-in?sso=rate_limited");
  const body = await request.text();
  const form = new URLSearchParams(body);
  const workspace = await findWorkspaceByEmail(form.get("email") ?? "");
  if (workspace === null) return answer("/sign-in?sso=not_connected");
  const response = await nextAuth(
    withQuery(request, body, { tenant: "parley", product: workspace }),
    context,
  );
  const { url } = (await response.json().catch(() => ({}))) as { url?: string };
  const path = pathHere(url ?? "");
  const to = path.startsWith("/api/sso/authorize?") ? path : "/sign-in?sso=unavailable";
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return Response.json({ url: to }, { headers });
}

/** Ends one: on to where the person was going, or back with the reason in words of ours. */
async function end(request: Request, context: Context): Promise<Response> {
  const response = await nextAuth(request, context);
  const path = pathHere(response.headers.get("location") ?? "/api/auth/error");
  const headers = new Headers(response.headers);
  headers.set("Location", path.startsWith("/api/auth/") ? "/sign-in?sso=provider" : path);
  return new Response(null, { status: 303, headers });
}

async function handle(request: Request, context: Context): Promise<Response> {
  if (!isTrustedHost(hostOf(request))) return untrustedHostPage();
  const action = await actionOf(request, context);
  if (!ACTIONS.has(action)) return new Response(null, { status: 404 });
  const isForm = request.method === "POST";
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (isForm && !(length <= MAX_FORM_BYTES)) return new Response(null, { status: 413 });
  try {
    if (action === SSO_BEGIN) return await begin(request, context);
    if (action === SSO_END) return await end(request, context);
  } catch (error) {
    log.error({ err: error, requestId: request.headers.get(REQUEST_ID_HEADER) }, "a single sign-on failed");
    return action === SSO_BEGIN
      ? answer("/sign-in?sso=unavailable")
      : new Response(null, { status: 303, headers: { Location: "/sign-in?sso=unavailable" } });
  }
  return nextAuth(request, context);
}

export { handle as GET, handle as POST };
