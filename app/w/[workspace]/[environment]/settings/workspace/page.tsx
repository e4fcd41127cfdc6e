import { Box } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PATCH as CHANGE_AGENT } from "@/app/v1/agents/[id]/route";
import { GET as AGENTS } from "@/app/v1/agents/route";
import { GET as PREVIEW } from "@/app/v1/retention/preview/route";
import { GET as SUBPROCESSORS } from "@/app/v1/subprocessors/route";
import { GET as DELETION } from "@/app/v1/workspace/deletion/route";
import { GET as PLAN } from "@/app/v1/workspace/plan/route";
import { DELETE, PATCH, GET as WORKSPACE } from "@/app/v1/workspace/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { DeletePanel } from "./_components/delete-panel";
import { PlanPanel } from "./_components/plan-panel";
import { RetentionPanel } from "./_components/retention-panel";
import { WorkspaceForm } from "./_components/workspace-form";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings.workspace");
  return { title: t("title") };
}

/** The maximum of one page of the list. Each agent's page has its retention periods too. */
const AGENTS_SHOWN = "100";

export default async function Page() {
  const session = await requireSession();
  const t = await getTranslations("settings.workspace");
  const workspace = await readRoute(WORKSPACE);
  const plan = canUse(session, PLAN) ? await readRoute(PLAN) : null;
  const mayChange = canUse(session, PATCH);
  const mayDelete = canUse(session, DELETE);
  const [preview, agents, deletion, providers] = await Promise.all([
    readRoute(PREVIEW),
    readRoute(AGENTS, { query: { limit: AGENTS_SHOWN } }),
    readRoute(DELETION),
    readRoute(SUBPROCESSORS),
  ]);
  return (
    <>
      <PageHeader title={t("title")} description={t(`description.${mayChange ? "edit" : "view"}`)} />
      {workspace.problem ? (
        <ProblemState problem={workspace.problem} />
      ) : (
        <WorkspaceForm
          key={workspace.data.id}
          workspace={workspace.data}
          breaches={providers.data?.breaches ?? []}
          mayChange={mayChange}
        />
      )}
      {preview.data && (
        <Box maw={760} mt="lg">
          <RetentionPanel
            preview={preview.data}
            agents={(agents.data?.data ?? []).map(({ id, name, recording, transcript }) => ({
              id,
              name,
              recording_days: recording.retention_days,
              transcript_days: transcript.retention_days,
            }))}
            mayChange={mayChange && canUse(session, CHANGE_AGENT)}
          />
        </Box>
      )}
      {plan?.data && (
        <Box maw={760} mt="lg">
          <PlanPanel {...plan.data} workspaceId={session.workspace.id} />
        </Box>
      )}
      {deletion.data && (mayDelete || deletion.data.deletion !== null) && (
        <Box maw={760} mt="lg">
          <DeletePanel workspace={deletion.data} mayChange={mayDelete} />
        </Box>
      )}
    </>
  );
}
