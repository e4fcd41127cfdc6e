import { Box } from "@mantine/core";
import type { Metadata } from "next";
import { GET as PLAN } from "@/app/v1/workspace/plan/route";
import { PATCH, GET as WORKSPACE } from "@/app/v1/workspace/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { may, read, requireSession } from "@/lib/http/page";
import { PlanPanel } from "./_components/plan-panel";
import { WorkspaceForm } from "./_components/workspace-form";

export const metadata: Metadata = { title: "Workspace" };

export default async function Page() {
  const session = await requireSession();
  const workspace = await read(WORKSPACE);
  const plan = may(session, PLAN) ? await read(PLAN) : null;
  const mayChange = may(session, PATCH);
  return (
    <>
      <PageHeader
        title="Workspace"
        description={
          mayChange
            ? "What holds for all of it, in both environments. Every change is written to the audit log."
            : "What holds for all of it, in both environments. Admins and owners change it."
        }
      />
      {workspace.problem ? (
        <ProblemState problem={workspace.problem} />
      ) : (
        <WorkspaceForm key={workspace.data.id} workspace={workspace.data} mayChange={mayChange} />
      )}
      {plan?.data && (
        <Box maw={760} mt="lg">
          <PlanPanel {...plan.data} />
        </Box>
      )}
    </>
  );
}
