import type { Metadata } from "next";
import { POST as CREATE, GET as EXPORTS } from "@/app/v1/exports/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { ExportTable } from "./_components/export-table";
import { NewExport } from "./_components/new-export";

export const metadata: Metadata = { title: "Exports" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const session = await requireSession();
  const exports = await readRoute(EXPORTS, { query: await searchParams });
  return (
    <>
      <PageHeader
        title="Exports"
        description="Files of records, masked as everywhere. Each is kept for three days; who asks for one and who fetches it is in the audit log."
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
