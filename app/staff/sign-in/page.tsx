import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { StaffSignIn } from "../_components/sign-in";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff");
  return { title: t("signIn.pageTitle") };
}

export default function Page() {
  return <StaffSignIn />;
}
