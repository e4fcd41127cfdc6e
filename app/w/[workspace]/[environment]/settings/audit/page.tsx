import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as AUDIT } from "@/app/v1/audit/route";
import { GET as VERIFY } from "@/app/v1/audit/verify/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { actorNames } from "../../_components/actor-names";
import { AuditFilters } from "./_components/audit-filters";
import { AuditTable } from "./_components/audit-table";
import { targetNames } from "./_components/target-names";
import { VerifyChain } from "./_components/verify-chain";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("records.audit");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const session = await requireSession();
  const t = await getTranslations("records.audit");
  const query = await searchParams;
  const entries = await readRoute(AUDIT, { query });
  const listed = entries.data?.data ?? [];
  const [actors, targets] = await Promise.all([actorNames(session, listed), targetNames(listed)]);
  const names = { ...actors, ...targets };
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <Stack gap="lg">
        {canUse(session, VERIFY) && <VerifyChain />}
        {canUse(session, AUDIT) && <AuditFilters />}
        {entries.problem ? (
          <ProblemState problem={entries.problem} />
        ) : (
          <AuditTable page={entries.data} self={session.ctx.actor.id} names={names} />
        )}
      </Stack>
    </>
  );
}
