import type { Metadata } from "next";
import { GET as INTEGRATIONS } from "@/app/v1/integrations/route";
import { POST as CREATE } from "@/app/v1/tools/route";
import { PageHeader } from "@/components/page-header";
import { RefusedState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { credentialChoices } from "../_components/credential-choices";
import { ToolEditor } from "../_components/tool-editor";

export const metadata: Metadata = { title: "New tool" };

/** The API's largest page: a workspace has fewer credentials. */
const MOST = "100";

export default async function Page() {
  const session = await requireSession();
  const integrations = await readRoute(INTEGRATIONS, { query: { limit: MOST } });
  const credentials = credentialChoices(integrations.data?.data ?? [], null);
  return (
    <>
      <PageHeader
        title="New tool"
        description="An HTTP request that an agent may make. You can try it as soon as it is saved."
        back={{ href: "/tools", label: "Tools" }}
      />
      {canUse(session, CREATE) ? (
        <ToolEditor tool={null} credentials={credentials} mayWrite />
      ) : (
        <RefusedState>Builders make tools.</RefusedState>
      )}
    </>
  );
}
