import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { POST as CREATE, GET as EXPORTS } from "@/app/v1/exports/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { ExportTable } from "./_components/export-table";
import { NewExport } from "./_components/new-export";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("records.exports");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const session = await requireSession();
  const t = await getTranslations("records.exports");
  const exports = await readRoute(EXPORTS, { query: await searchParams });
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={canUse(session, CREATE) && <NewExport />}
      />
      {exports.problem ? (
        <ProblemState problem={exports.problem} />
      ) : (
        <ExportTable page={exports.data} now={session.ctx.now()} />
      )}
    </>
  );
}
