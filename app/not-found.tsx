import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { TopBar } from "@/components/top-bar";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("common");
  return { title: t("notFound.title") };
}

export default function NotFound() {
  const t = useTranslations("common.notFound");
  return (
    <div className="page">
      <TopBar />
      <main>
        <h1>{t("title")}</h1>
        <p className="lead">{t("description")}</p>
        <p className="actions">
          <a className="button first" href="/">
            {t("action")}
          </a>
        </p>
      </main>
    </div>
  );
}
