import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { isMailOn } from "@/lib/platform/mail";
import { AskForm } from "./ask-form";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  return { title: t("forgot.pageTitle") };
}
/** Whether mail leaves is the operator's setting when the page is asked for, not when it was built. */
export const dynamic = "force-dynamic";

export default function Page() {
  return <AskForm isMailOn={isMailOn} />;
}
