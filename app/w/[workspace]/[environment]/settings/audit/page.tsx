import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { GET as AUDIT } from "@/app/v1/audit/route";
import { GET as VERIFY } from "@/app/v1/audit/verify/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { AuditFilters } from "./_components/audit-filters";
import { AuditTable } from "./_components/audit-table";
import { VerifyChain } from "./_components/verify-chain";

export const metadata: Metadata = { title: "Audit log" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const session = await requireSession();
  const query = await searchParams;
  const entries = await readRoute(AUDIT, { query });
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who changed what, and how it looked before and after. Entries are chained: none can be edited, removed or reordered without it showing."
      />
      <Stack gap="lg">
        {canUse(session, VERIFY) && <VerifyChain />}
        {canUse(session, AUDIT) && <AuditFilters key={JSON.stringify(query)} />}
        {entries.problem ? (
          <ProblemState problem={entries.problem} />
        ) : (
          <AuditTable page={entries.data} self={session.ctx.actor.id} />
        )}
      </Stack>
    </>
  );
}
