import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as DELETIONS } from "@/app/v1/deletions/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { readRoute, requireSession } from "@/lib/http/page";
import { DeletionTable } from "./_components/deletion-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("records.deletions");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  await requireSession();
  const t = await getTranslations("records.deletions");
  const deletions = await readRoute(DELETIONS, { query: await searchParams });
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      {deletions.problem ? (
        <ProblemState problem={deletions.problem} />
      ) : (
        <DeletionTable page={deletions.data} />
      )}
    </>
  );
}
