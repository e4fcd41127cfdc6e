import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as AGENTS } from "@/app/v1/agents/route";
import { GET as INBOUND } from "@/app/v1/integrations/[id]/inbound-routes/route";
import { GET as INTEGRATIONS } from "@/app/v1/integrations/route";
import { GET as OUTBOUND, PUT } from "@/app/v1/outbound-routes/route";
import { GET as WORKSPACE } from "@/app/v1/workspace/route";
import { LinkButton } from "@/components/link-button";
import { PageHeader } from "@/components/page-header";
import { EmptyState, ProblemState } from "@/components/states";
import type { Integration } from "@/lib/agents/integrations/schema";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { EncryptionPanel } from "./_components/encryption-panel";
import { InboundPanel } from "./_components/inbound-panel";
import { OutboundPanel } from "./_components/outbound-panel";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("routes");
  return { title: t("title") };
}

/** As many agents and integrations as one page of their lists holds. */
const SHOWN = { limit: "100" };

/** Reads the inbound routes of each trunk. */
const readInbound = (trunks: readonly Integration[]) =>
  Promise.all(
    trunks.map(async ({ id, name }) => ({
      trunk: { id, name },
      routes: await readRoute(INBOUND, { params: { id } }),
    })),
  );

export default async function Page() {
  const session = await requireSession();
  const t = await getTranslations("routes");
  const [agents, integrations, outbound, workspace] = await Promise.all([
    readRoute(AGENTS, { query: SHOWN }),
    readRoute(INTEGRATIONS, { query: SHOWN }),
    readRoute(OUTBOUND),
    readRoute(WORKSPACE),
  ]);
  if (agents.problem) return <ProblemState problem={agents.problem} />;
  if (integrations.problem) return <ProblemState problem={integrations.problem} />;
  if (outbound.problem) return <ProblemState problem={outbound.problem} />;
  if (workspace.problem) return <ProblemState problem={workspace.problem} />;
  const trunks = integrations.data.data.filter(
    ({ kind, environment }) => kind === "sip" && environment === "live",
  );
  const mayChange = canUse(session, PUT);
  const header = (
    <PageHeader title={t("title")} description={t(`description.${mayChange ? "edit" : "view"}`)} />
  );
  if (trunks.length === 0)
    return (
      <>
        {header}
        <EmptyState
          title={t("empty.title")}
          action={
            mayChange && <LinkButton href="/integrations?connect=carrier">{t("empty.action")}</LinkButton>
          }
        >
          {t("empty.help")}
        </EmptyState>
      </>
    );
  const choices = {
    agents: agents.data.data
      .filter(({ status, type }) => status !== "archived" && type === "voice")
      .map(({ id, name }) => ({ id, name })),
    trunks: trunks.map(({ id, name }) => ({ id, name })),
    timezone: workspace.data.timezone,
  };
  return (
    <>
      {header}
      <Stack gap="lg">
        <EncryptionPanel
          isRequired={workspace.data.require_call_encryption}
          unencrypted={trunks.filter(({ trunk }) => trunk?.encryption !== "required").map(({ name }) => name)}
        />
        {(await readInbound(trunks)).map(({ trunk, routes }) =>
          routes.problem ? (
            <ProblemState key={trunk.id} problem={routes.problem} />
          ) : (
            <InboundPanel
              key={trunk.id}
              trunk={trunk}
              stored={routes.data}
              choices={choices}
              mayChange={mayChange}
            />
          ),
        )}
        <OutboundPanel stored={outbound.data} choices={choices} mayChange={mayChange} />
      </Stack>
    </>
  );
}
