import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as TICKETS } from "@/app/v1/staff-access/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { readRoute, requireSession } from "@/lib/http/page";
import { TicketTable } from "./ticket-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("access.staff");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  await requireSession();
  const t = await getTranslations("access.staff");
  const tickets = await readRoute(TICKETS, { query: await searchParams });
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      {tickets.problem ? <ProblemState problem={tickets.problem} /> : <TicketTable page={tickets.data} />}
    </>
  );
}
