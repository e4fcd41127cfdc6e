import type { Metadata } from "next";
import { GET as TICKETS } from "@/app/v1/staff-access/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { readRoute, requireSession } from "@/lib/http/page";
import { TicketTable } from "./ticket-table";

export const metadata: Metadata = { title: "Staff access" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  await requireSession();
  const tickets = await readRoute(TICKETS, { query: await searchParams });
  return (
    <>
      <PageHeader
        title="Staff access"
        description="Staff of whoever runs Parley see nothing of this workspace unless you let them in: for some hours, to read only, masked. Every page that they look at is in the audit log."
      />
      {tickets.problem ? <ProblemState problem={tickets.problem} /> : <TicketTable page={tickets.data} />}
    </>
  );
}
