"use client";

import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { ErrorState } from "@/components/error-state";
import { LinkButton } from "@/components/link-button";
import { LoadingState } from "@/components/states";
import { useAction } from "@/components/use-action";
import { useProblemText } from "@/components/use-problem-text";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { Campaign, Preflight } from "@/lib/outreach/campaigns/schema";
import type { CarrierGap } from "../../_components/carrier-gap";
import { durationText } from "../../_components/labels";
import { ReasonList } from "../../_components/reason-list";
import type { AgentChoice } from "./agent-choice";
import { LaunchConsequences } from "./launch-consequences";
import { pathOf } from "./steps";
import { usePreflight } from "./use-preflight";

function Figure({ count, title, children }: { count: number; title: string; children: string }) {
  const format = useFormatter();
  return (
    <Paper withBorder p="md">
      <Text fz={26} fw={600} lh={1.2}>
        {format.number(count)}
      </Text>
      <Text size="sm" fw={500}>
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </Paper>
  );
}

/** How many contacts the campaign would reach, hold and block. */
function Reach({ campaign, preflight }: { campaign: Campaign; preflight: Preflight }) {
  const t = useTranslations("campaigns.check");
  const { channel, starts_at: startsAt } = campaign;
  const when = startsAt === null ? "now" : "start";
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} role="group" aria-label={t("reach")}>
      <Figure count={preflight.allowed} title={t(`allowed.${channel}.${when}`)}>
        {t(`allowedHelp.${channel}`)}
      </Figure>
      <Figure count={preflight.held} title={t("held")}>
        {t("heldHelp")}
      </Figure>
      <Figure count={preflight.blocked} title={t("blocked")}>
        {t("blockedHelp")}
      </Figure>
    </SimpleGrid>
  );
}

/** Why the campaign would reach no contact; null if it would reach some. */
function useLaunchProblem(preflight: Preflight | null, campaign: Campaign): string | null {
  const t = useTranslations("campaigns.check");
  if (campaign.counts.total === 0) return t("empty");
  return preflight !== null && preflight.allowed + preflight.held === 0 ? t("allBlocked") : null;
}

type Props = { campaign: Campaign; agent: AgentChoice | null; carrierGap: CarrierGap | null };

/** The reach of the campaign with all reasons against contact, and the launch. The check contacts no one. */
export function CheckStep({ campaign, agent, carrierGap }: Props) {
  const t = useTranslations("campaigns");
  const router = useScopedRouter();
  const { full } = useProblemText();
  const { run } = useAction();
  const { preflight, error, reload } = usePreflight(campaign.id);
  const [isLaunched, setLaunched] = useState(false);
  const problem = useLaunchProblem(preflight, campaign);
  const launch = async () => {
    const request = { params: { id: campaign.id } };
    const result = await run(() => api.post("/v1/campaigns/:id/launch", request), {
      refresh: false,
      done: t("check.launchDone"),
    });
    if (!result.ok) return;
    setLaunched(true);
    router.push(`/campaigns/${campaign.id}`);
  };
  // The page reads the missing part of the carrier again too.
  const checkAgain = () => {
    if (navigator.onLine) router.refresh();
    reload();
  };
  // A launched campaign is no longer offered for launch while its page loads.
  if (isLaunched) return <LoadingState label={t("check.opening")} />;
  if (error !== null)
    return (
      <ErrorState title={t("check.failed")} action={<Button onClick={checkAgain}>{t("check.again")}</Button>}>
        {full(error)}
      </ErrorState>
    );
  if (preflight === null) return <LoadingState label={t("check.loading")} />;
  return (
    <Stack gap="lg">
      {agent !== null && agent.status !== "live" && (
        <Alert color="yellow" title={t("check.notLive", { agent: agent.name })}>
          <Stack gap="sm" align="flex-start">
            {t("check.notLiveHelp")}
            <LinkButton href={`/agents/${agent.value}`} variant="default" size="xs">
              {t("check.notLiveAction")}
            </LinkButton>
          </Stack>
        </Alert>
      )}
      <Reach campaign={campaign} preflight={preflight} />
      {preflight.by_reason.length > 0 && (
        <Paper component="section" withBorder p="lg" aria-labelledby="reasons-title">
          <Title order={2} fz={17} mb={4} id="reasons-title">
            {t("check.reasons")}
          </Title>
          <Text size="sm" c="dimmed" mb="md">
            {t("check.reasonsHelp")}
          </Text>
          <ReasonList label={t("check.reasonsLabel")} reasons={preflight.by_reason} carrierGap={carrierGap} />
        </Paper>
      )}
      {problem === null ? (
        <Text size="sm" c="dimmed">
          {durationText(t, preflight.estimated_duration_s)}
        </Text>
      ) : (
        <Alert color="yellow">{problem}</Alert>
      )}
      <Group>
        <ConfirmButton
          variant="filled"
          title={t("check.launchTitle")}
          message={<LaunchConsequences campaign={campaign} preflight={preflight} />}
          confirm={t("check.launchAction")}
          confirmColor="teal"
          dismiss={t("check.launchDismiss")}
          disabled={problem !== null}
          onConfirm={launch}
        >
          {t("check.launch")}
        </ConfirmButton>
        <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={checkAgain}>
          {t("check.again")}
        </Button>
        <LinkButton variant="subtle" href={pathOf(campaign.id, "contacts")}>
          {t("add.title")}
        </LinkButton>
        <LinkButton variant="subtle" href={`/campaigns/${campaign.id}`}>
          {t("check.saveDraft")}
        </LinkButton>
      </Group>
    </Stack>
  );
}
