import BoxyHQSAML from "next-auth/providers/boxyhq-saml";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { sanitizeRedirectPath, signInBySso } from "@/lib/identity/auth";
import { idPattern } from "@/lib/platform/id-format";

/** A reserved host: next-auth builds URLs with it, which are rewritten so that the browser stays on this site. */
const HERE = "http://parley.invalid";
const WORKSPACE = idPattern("ws");

type From = { address: string | null; userAgent: string | null; browser: string; requestId: string };
type Profile = { sid: string };

/**
 * next-auth's provider for jackson, asked in this process instead of over HTTP. next-auth keeps `state` and the PKCE
 * verifier in cookies of the browser that began; a code that another browser brings meets neither.
 */
export function ssoProvider(from: From): OAuthConfig<Profile> {
  const provider = BoxyHQSAML({ issuer: HERE, clientId: "parley", clientSecret: "not asked" });
  return {
    ...(provider as unknown as OAuthConfig<Profile>),
    authorization: { url: `${HERE}/api/sso/authorize`, params: { scope: "" } },
    token: {
      url: `${HERE}/token`,
      async request({ params, checks }) {
        if (params.state === undefined || params.state !== checks.state)
          throw new Error("This browser has not begun this sign-in.");
        const [workspaceId = "", ...code] = String(params.code ?? "").split(".");
        const verifier = checks.code_verifier;
        if (!WORKSPACE.test(workspaceId) || verifier === undefined) throw new Error("This is no code.");
        const opened = await signInBySso({
          workspaceId,
          code: code.join("."),
          verifier,
          ...from,
        });
        return { tokens: { access_token: opened.sid } };
      },
    },
    userinfo: {
      url: `${HERE}/userinfo`,
      request: async ({ tokens }) => ({ sid: tokens.access_token ?? "" }) as never,
    },
    profile: ({ sid }) => ({ id: sid }),
  };
}

/** The path of a URL that next-auth built with the reserved host. */
export function pathHere(address: string): string {
  const { pathname, search } = new URL(address, HERE);
  return sanitizeRedirectPath(pathname + search);
}
