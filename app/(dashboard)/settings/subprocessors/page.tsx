import type { Metadata } from "next";
import { GET as SUBPROCESSORS } from "@/app/v1/subprocessors/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { read, requireSession } from "@/lib/http/page";
import { Providers } from "./_components/providers";

export const metadata: Metadata = { title: "Subprocessors" };

export default async function Page() {
  await requireSession();
  const found = await read(SUBPROCESSORS);
  return (
    <>
      <PageHeader
        title="Subprocessors"
        description="Who is sent data of this workspace, and what each gets. Nothing of it is used to train a model, by Parley; for a provider of your own, your contract with it says so."
      />
      {found.problem ? <ProblemState problem={found.problem} /> : <Providers found={found.data} />}
    </>
  );
}
