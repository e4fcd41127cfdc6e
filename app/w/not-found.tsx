import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { TopBar } from "@/components/top-bar";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("common.notFound");
  return { title: t("title") };
}

/** For an address of a workspace that the session does not open. It does not reveal whether the workspace exists. */
export default function NotFound() {
  const t = useTranslations();
  return (
    <div className="page">
      <TopBar />
      <main>
        <h1>{t("common.notFound.title")}</h1>
        <p className="lead">{t("shell.noWorkspace.description")}</p>
        <p className="actions">
          <a className="button first" href="/">
            {t("common.notFound.action")}
          </a>
        </p>
      </main>
    </div>
  );
}
