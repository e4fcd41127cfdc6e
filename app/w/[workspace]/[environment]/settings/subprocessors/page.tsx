import type { Metadata } from "next";
import { GET as SUBPROCESSORS } from "@/app/v1/subprocessors/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { readRoute, requireSession } from "@/lib/http/page";
import { Providers } from "./_components/providers";

export const metadata: Metadata = { title: "Subprocessors" };

export default async function Page() {
  await requireSession();
  const subprocessors = await readRoute(SUBPROCESSORS);
  return (
    <>
      <PageHeader
        title="Subprocessors"
        description="Who is sent data of this workspace, and what each gets. Parley trains no model with it. Where a provider can be told not to keep it or train with it, each request says so."
      />
      {subprocessors.problem ? (
        <ProblemState problem={subprocessors.problem} />
      ) : (
        <Providers subprocessors={subprocessors.data} />
      )}
    </>
  );
}
