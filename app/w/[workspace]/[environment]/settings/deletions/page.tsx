import type { Metadata } from "next";
import { GET as DELETIONS } from "@/app/v1/deletions/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { readRoute, requireSession } from "@/lib/http/page";
import { DeletionTable } from "./_components/deletion-table";

export const metadata: Metadata = { title: "Deletions" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  await requireSession();
  const deletions = await readRoute(DELETIONS, { query: await searchParams });
  return (
    <>
      <PageHeader
        title="Deletions"
        description="Contacts whose data was erased on request, with a signed receipt of each, also where the contact is gone."
      />
      {deletions.problem ? (
        <ProblemState problem={deletions.problem} />
      ) : (
        <DeletionTable page={deletions.data} />
      )}
    </>
  );
}
