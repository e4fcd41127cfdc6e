import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as CONTACT } from "@/app/v1/contacts/[contact]/route";
import { GET as DELETION } from "@/app/v1/deletions/[id]/route";
import { GET as NAMES } from "@/app/v1/members/names/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { readOrNull, readRoute, requireSession } from "@/lib/http/page";
import { DeletionBadge } from "../_components/deletion-badge";
import { DeletionPanel } from "../_components/deletion-panel";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("records.deletions");
  return { title: t("deletion") };
}

type Props = { params: Promise<{ id: string }> };

export default async function Page({ params }: Props) {
  await requireSession();
  const t = await getTranslations("records.deletions");
  const deletion = await readRoute(DELETION, { params: await params });
  if (deletion.problem) return <ProblemState problem={deletion.problem} />;
  const { contact_id: contact, requested_by: by, status } = deletion.data;
  const isMember = by.startsWith("mem_");
  const [existing, names] = await Promise.all([
    contact === null ? null : readOrNull(CONTACT, { params: { contact } }),
    isMember ? readRoute(NAMES, { query: { ids: by } }) : null,
  ]);
  return (
    <>
      <PageHeader
        title={t("deletion")}
        back={{ href: "/settings/deletions", label: t("title") }}
        badge={<DeletionBadge status={status} />}
      />
      <DeletionPanel
        deletion={deletion.data}
        by={names?.data?.data[0]?.name ?? by}
        hasContact={existing !== null}
      />
    </>
  );
}
