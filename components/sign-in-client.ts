/** next-auth's own routes, as its forms use them. A sign-in is no `/v1` call: there is no session yet to ask with. */
const BASE = "/api/auth";

/**
 * `code_needed`, `code_wrong`: the password is right, and the account has a second factor. `sso_required`: it is right,
 * and opens nothing, as single sign-on is enforced.
 */
export type SignInAnswer =
  | "signed_in"
  | "refused"
  | "code_needed"
  | "code_wrong"
  | "sso_required"
  | "unavailable"
  | { waitS: number };

const CODES = ["code_needed", "code_wrong", "sso_required"] as const;

/** Posts a form of next-auth with its token against forged ones; answers where it would lead, or null on failure. */
async function post(action: string, fields: Record<string, string>): Promise<URL | null> {
  try {
    const token = await fetch(`${BASE}/csrf`, { cache: "no-store" });
    const { csrfToken } = (await token.json()) as { csrfToken: string };
    const response = await fetch(`${BASE}/${action}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
    });
    const { url } = (await response.json()) as { url: string };
    return new URL(url, window.location.href);
  } catch {
    return null;
  }
}

type Codes = {
  /** Of the second factor. */
  code?: string;
  /** Break-glass code that lets an owner into a workspace with enforced single sign-on. */
  break_glass?: string;
};

/** Asks for a session. The cookie is set by the answer. */
export async function signIn(email: string, password: string, codes: Codes = {}): Promise<SignInAnswer> {
  const credentials = { email, password, ...codes };
  const to = await post("callback/credentials", { ...credentials, callbackUrl: "/" });
  if (to === null || to.searchParams.has("csrf")) return "unavailable";
  const error = to.searchParams.get("error");
  if (error === null) return "signed_in";
  if (error === "CredentialsSignin") return "refused";
  const requiredCode = CODES.find((candidate) => candidate === error);
  if (requiredCode !== undefined) return requiredCode;
  const [code, seconds] = error.split(":");
  return code === "rate_limited" ? { waitS: Number(seconds) } : "unavailable";
}

/** Looks up the single sign-on of an address. Returns the path to open on this site. */
export async function beginSso(email: string, to: string): Promise<string> {
  const next = await post("signin/boxyhq-saml", { email, callbackUrl: to });
  return next === null ? "/sign-in?sso=unavailable" : next.pathname + next.search;
}

/** Ends the session of this browser. Answers whether it did. */
export const signOut = async (): Promise<boolean> =>
  (await post("signout", { callbackUrl: "/sign-in" })) !== null;
