import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as BUILTINS } from "@/app/v1/tools/builtin/route";
import { POST as CREATE, GET as TOOLS } from "@/app/v1/tools/route";
import { LinkButton } from "@/components/link-button";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { BuiltinTable } from "./_components/builtin-table";
import { ToolTable } from "./_components/tool-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("tools");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const session = await requireSession();
  const [t, tools, builtins] = await Promise.all([
    getTranslations("tools"),
    readRoute(TOOLS, { query: await searchParams }),
    readRoute(BUILTINS),
  ]);
  const mayCreate = canUse(session, CREATE);
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={mayCreate && <LinkButton href="/tools/new">{t("list.new")}</LinkButton>}
      />
      {tools.problem ? (
        <ProblemState problem={tools.problem} />
      ) : (
        <ToolTable page={tools.data} mayCreate={mayCreate} />
      )}
      {builtins.problem ? (
        <ProblemState problem={builtins.problem} />
      ) : (
        <BuiltinTable tools={builtins.data.data} />
      )}
    </>
  );
}
