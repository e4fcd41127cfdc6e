import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { pageSession } from "@/lib/http/page";
import { sanitizeRedirectPath } from "@/lib/identity/auth";
import { REFUSAL_MESSAGES, type RefusalCode } from "@/lib/identity/sso";
import { SignInForm } from "./sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<{ next?: string | string[]; sso?: string | string[] }> };

/** Results of a single sign-on other than its refusals. */
const OTHERS: Readonly<Record<string, string>> = {
  unavailable: "Single sign-on does not answer at the moment. Try again shortly.",
  rate_limited: "Too many attempts. Wait a minute and try again.",
  begin: "Enter your e-mail address and continue with single sign-on.",
  // The same text for an unknown address and for one whose organization has no single sign-on.
  not_connected:
    "There is no single sign-on for this address. Sign in with a password, or ask your administrator.",
};
const isRefusal = (code: string): code is RefusalCode => Object.hasOwn(REFUSAL_MESSAGES, code);

/** The words for a code in the address; none for a code that is none. */
function wordsFor(code: string): string | null {
  if (Object.hasOwn(OTHERS, code)) return OTHERS[code] ?? null;
  return isRefusal(code) ? `Single sign-on was refused. ${REFUSAL_MESSAGES[code]}` : null;
}

export default async function Page({ searchParams }: Props) {
  const { next, sso } = await searchParams;
  const to = sanitizeRedirectPath(typeof next === "string" ? next : null);
  if ((await pageSession()) !== null) redirect(to);
  return <SignInForm to={to} refused={typeof sso === "string" ? wordsFor(sso) : null} />;
}
