import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Lost } from "./_components/lost";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("common.state");
  return { title: t("missing") };
}

export default function NotFound() {
  return <Lost />;
}
