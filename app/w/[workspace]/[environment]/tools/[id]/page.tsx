import { Grid, GridCol } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
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
const MAX_CREDENTIALS = "100";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const tool = await readRoute(TOOL, { params: await params });
  const t = await getTranslations("tools");
  return { title: tool.data?.name ?? t("one") };
}

export default async function Page({ params }: Props) {
  const session = await requireSession();
  const [t, tCredential, result, integrations] = await Promise.all([
    getTranslations("tools"),
    getTranslations("tools.credential"),
    readRoute(TOOL, { params: await params }),
    readRoute(INTEGRATIONS, { query: { limit: MAX_CREDENTIALS } }),
  ]);
  if (result.problem) return <ProblemState problem={result.problem} />;
  const tool = result.data;
  const credentials = credentialChoices(tCredential, integrations.data?.data ?? [], tool.integration_id);
  const mayWrite = canUse(session, PATCH);
  return (
    <>
      <PageHeader
        title={tool.name}
        description={mayWrite ? t("edit.description") : t("edit.readOnly")}
        back={{ href: "/tools", label: t("title") }}
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
