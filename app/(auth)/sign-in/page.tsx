import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { pageSession } from "@/lib/http/page";
import { sanitizeRedirectPath } from "@/lib/identity/auth";
import { REFUSAL_MESSAGES, type RefusalCode } from "@/lib/identity/sso";
import type { Translator } from "@/messages/translator";
import { SignInForm } from "./sign-in-form";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  return { title: t("signIn.action") };
}

type Props = { searchParams: Promise<{ next?: string | string[]; sso?: string | string[] }> };

/** Results of a single sign-on other than its refusals. An unknown address has the same text as one without it. */
const OTHERS = {
  unavailable: "unavailable",
  rate_limited: "rateLimited",
  begin: "begin",
  not_connected: "notConnected",
} as const;
const isOther = (code: string): code is keyof typeof OTHERS => Object.hasOwn(OTHERS, code);
const isRefusal = (code: string): code is RefusalCode => Object.hasOwn(REFUSAL_MESSAGES, code);

/** The text for a code in the address; null for an unknown code. */
function ssoText(t: Translator<"auth">, code: string): string | null {
  if (isOther(code)) return t(`sso.${OTHERS[code]}`);
  return isRefusal(code) ? t("sso.refused", { reason: t(`ssoRefusal.${code}`) }) : null;
}

export default async function Page({ searchParams }: Props) {
  const { next, sso } = await searchParams;
  const to = sanitizeRedirectPath(typeof next === "string" ? next : null);
  if ((await pageSession()) !== null) redirect(to);
  const t = await getTranslations("auth");
  return <SignInForm to={to} refused={typeof sso === "string" ? ssoText(t, sso) : null} />;
}
