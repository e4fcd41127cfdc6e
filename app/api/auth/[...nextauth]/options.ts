import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { REQUEST_ID_HEADER } from "@/lib/http/base-headers";
import {
  hasSecureCookies,
  SESSION_COOKIE,
  SESSION_TTL_S,
  sanitizeRedirectPath,
  sessionSecret,
  signIn,
  signOut,
} from "@/lib/identity/auth";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { clientAddress } from "@/lib/platform/limits";
import { log } from "@/lib/platform/log";
import { ssoProvider } from "./sso-provider";

/** The page that asks for the password; errors of next-auth lead there too. */
const SIGN_IN = "/sign-in";

/** Between a browser and the pages there is one proxy more than the operator's: the server that owns the port. */
const HOPS = env.TRUST_PROXY + 1;

const headersOf = (headers: Record<string, unknown> | undefined) => ({
  get: (name: string): string | null => {
    const value = headers?.[name];
    return typeof value === "string" ? value : null;
  },
});

/** The password is right, and a code is missing or wrong: next-auth shows the message as the error's name. */
class CodeAsked extends Error {}

/** next-auth's other cookies are bound to this host over TLS like the session's. */
const cookie = (name: string) => ({
  name: hasSecureCookies ? `__Host-${name}` : name,
  options: SESSION_COOKIE.options,
});

/** Browser state of a single sign-on while the user is at the provider. */
const passing = { ...SESSION_COOKIE.options, maxAge: 600 };

const words = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * next-auth v4 asks for the password, guards the form against other sites, and keeps the cookie. The cookie holds the
 * id of a session's row alone, and the row decides on every request (`authenticate`).
 */
export function authOptions(request: Request, browser: string): NextAuthOptions {
  const { headers: sent } = request;
  const requestId = sent.get(REQUEST_ID_HEADER) ?? newId("req");
  return {
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge: SESSION_TTL_S },
    useSecureCookies: hasSecureCookies,
    cookies: {
      sessionToken: SESSION_COOKIE,
      csrfToken: cookie("parley.csrf"),
      callbackUrl: cookie("parley.callback"),
      state: { ...cookie("parley.sso-state"), options: passing },
      pkceCodeVerifier: { ...cookie("parley.sso-verifier"), options: passing },
    },
    pages: { signIn: SIGN_IN, signOut: SIGN_IN, error: SIGN_IN },
    providers: [
      ssoProvider({
        address: clientAddress(sent, null, HOPS),
        userAgent: sent.get("user-agent"),
        browser,
        requestId,
      }),
      Credentials({
        credentials: { email: {}, password: {}, code: {}, break_glass: {} },
        async authorize(credentials, { headers }) {
          const from = headersOf(headers);
          try {
            const opened = await signIn({
              email: words(credentials?.email),
              password: words(credentials?.password),
              code: words(credentials?.code),
              breakGlass: words(credentials?.break_glass),
              address: clientAddress(from, null, HOPS),
              userAgent: from.get("user-agent"),
              browser,
              requestId,
            });
            if (typeof opened === "string") throw new CodeAsked(opened);
            return opened && { id: opened.sid };
          } catch (error) {
            if (error instanceof CodeAsked) throw error;
            // next-auth shows an error's name, so only known names are thrown, without their cause.
            if (error instanceof AppError && error.code === "rate_limited")
              throw new Error(`rate_limited:${error.retryAfterS ?? 0}`);
            if (error instanceof AppError && error.code === "forbidden") throw new Error("sso_required");
            log.error({ err: error, requestId }, "a sign-in failed");
            throw new Error("unavailable");
          }
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { sid: user.id } : { sid: token.sid }),
      // next-auth is not used to read the session: /v1 and the pages read its row.
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url }) => sanitizeRedirectPath(url),
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid === "string") await signOut(token.sid, { requestId });
      },
    },
    logger: {
      error: (code, metadata) =>
        log.warn({ code, requestId, err: "error" in metadata ? metadata.error : undefined }, "next-auth"),
      // It misses a fixed address of this site, which it only needs for providers that lead back here.
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}
