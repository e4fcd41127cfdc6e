import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ResetForm } from "./reset-form";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  return { title: t("reset.title") };
}

type Props = { params: Promise<{ token: string }> };

export default async function Page({ params }: Props) {
  return <ResetForm token={(await params).token} />;
}
