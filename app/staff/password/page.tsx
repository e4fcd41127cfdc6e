import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SetPassword } from "../_components/set-password";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff");
  return { title: t("password.title") };
}

export default function Page() {
  return <SetPassword />;
}
