import { Grid, GridCol } from "@mantine/core";
import type { Metadata } from "next";
import { GET as INTEGRATIONS } from "@/app/v1/integrations/route";
import { POST as DRY_RUN } from "@/app/v1/tools/[id]/dry-run/route";
import { DELETE, PATCH, GET as TOOL } from "@/app/v1/tools/[id]/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { credentialChoices } from "../_components/credential-choices";
import { DeleteTool } from "../_components/delete-tool";
import { DryRun } from "../_components/dry-run";
import { ToolEditor } from "../_components/tool-editor";

/** The API's largest page: a workspace has fewer credentials. */
const MOST = "100";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const tool = await readRoute(TOOL, { params: await params });
  return { title: tool.data?.name ?? "Tool" };
}

export default async function Page({ params }: Props) {
  const session = await requireSession();
  const [found, integrations] = await Promise.all([
    readRoute(TOOL, { params: await params }),
    readRoute(INTEGRATIONS, { query: { limit: MOST } }),
  ]);
  if (found.problem) return <ProblemState problem={found.problem} />;
  const tool = found.data;
  const credentials = credentialChoices(integrations.data?.data ?? [], tool.integration_id);
  const mayWrite = canUse(session, PATCH);
  return (
    <>
      <PageHeader
        title={tool.name}
        description={
          mayWrite ? "A change acts at once, for live agents too." : "Builders change tools. You may look."
        }
        back={{ href: "/tools", label: "Tools" }}
        actions={canUse(session, DELETE) && <DeleteTool id={tool.id} name={tool.name} />}
      />
      <Grid gap="xl">
        <GridCol span={{ base: 12, lg: 7 }}>
          <ToolEditor key={tool.id} tool={tool} credentials={credentials} mayWrite={mayWrite} />
        </GridCol>
        <GridCol span={{ base: 12, lg: 5 }}>
          <DryRun tool={tool} mayRun={canUse(session, DRY_RUN)} />
        </GridCol>
      </Grid>
    </>
  );
}
