import type { Metadata } from "next";
import { GET as CONTACT } from "@/app/v1/contacts/[contact]/route";
import { GET as DELETION } from "@/app/v1/deletions/[id]/route";
import { GET as NAMES } from "@/app/v1/members/names/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { find, read, requireSession } from "@/lib/http/page";
import { DeletionBadge } from "../_components/deletion-badge";
import { DeletionPanel } from "../_components/deletion-panel";

export const metadata: Metadata = { title: "Deletion" };

type Props = { params: Promise<{ id: string }> };

export default async function Page({ params }: Props) {
  await requireSession();
  const found = await read(DELETION, { params: await params });
  if (found.problem) return <ProblemState problem={found.problem} />;
  const { contact_id: contact, requested_by: by, status } = found.data;
  const isMember = by.startsWith("mem_");
  const [whom, names] = await Promise.all([
    contact === null ? null : find(CONTACT, { params: { contact } }),
    isMember ? read(NAMES, { query: { ids: by } }) : null,
  ]);
  return (
    <>
      <PageHeader
        title="Deletion"
        back={{ href: "/settings/deletions", label: "Deletions" }}
        badge={<DeletionBadge status={status} />}
      />
      <DeletionPanel deletion={found.data} by={names?.data?.data[0]?.name ?? by} isThere={whom !== null} />
    </>
  );
}
