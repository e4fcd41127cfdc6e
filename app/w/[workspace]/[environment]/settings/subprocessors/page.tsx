import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as SUBPROCESSORS } from "@/app/v1/subprocessors/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { readRoute, requireSession } from "@/lib/http/page";
import { Providers } from "./_components/providers";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("records.subprocessors");
  return { title: t("title") };
}

export default async function Page() {
  await requireSession();
  const t = await getTranslations("records.subprocessors");
  const subprocessors = await readRoute(SUBPROCESSORS);
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      {subprocessors.problem ? (
        <ProblemState problem={subprocessors.problem} />
      ) : (
        <Providers subprocessors={subprocessors.data} />
      )}
    </>
  );
}
