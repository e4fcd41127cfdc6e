import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as INTEGRATIONS } from "@/app/v1/integrations/route";
import { POST as CREATE } from "@/app/v1/tools/route";
import { PageHeader } from "@/components/page-header";
import { RefusedState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { credentialChoices } from "../_components/credential-choices";
import { ToolEditor } from "../_components/tool-editor";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("tools");
  return { title: t("list.new") };
}

/** The API's largest page: a workspace has fewer credentials. */
const MAX_CREDENTIALS = "100";

export default async function Page() {
  const session = await requireSession();
  const integrations = await readRoute(INTEGRATIONS, { query: { limit: MAX_CREDENTIALS } });
  const t = await getTranslations("tools");
  const tCredential = await getTranslations("tools.credential");
  const credentials = credentialChoices(tCredential, integrations.data?.data ?? [], null);
  return (
    <>
      <PageHeader
        title={t("list.new")}
        description={t("edit.newDescription")}
        back={{ href: "/tools", label: t("title") }}
      />
      {canUse(session, CREATE) ? (
        <ToolEditor tool={null} credentials={credentials} mayWrite />
      ) : (
        <RefusedState>{t("edit.refused")}</RefusedState>
      )}
    </>
  );
}
