"use client";

import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useCallback, useEffect, useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import { ConfirmButton } from "@/components/confirm-button";
import { LinkButton } from "@/components/link-button";
import { ErrorState, LoadingState } from "@/components/states";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { Campaign, Preflight } from "@/lib/outreach/campaigns/schema";
import { aboutInWords, DONE, windowInWords } from "../../_components/labels";
import { contacts } from "../../_components/parts";
import { ReasonList } from "../../_components/reason-list";
import type { AgentChoice } from "./agent-choice";
import { pathOf } from "./steps";

/** The preflight result; `reload` requests it again. */
function usePreflight(id: string) {
  const [answer, setAnswer] = useState<Preflight | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const ask = async (_time: number) => {
      setAnswer(null);
      setError(null);
      try {
        setAnswer(
          await api.post("/v1/campaigns/:id/preflight", { params: { id }, signal: controller.signal }),
        );
      } catch (failed) {
        if (controller.signal.aborted) return;
        if (!(failed instanceof ApiError)) throw failed;
        setError(failed);
      }
    };
    void ask(asked);
    return () => controller.abort();
  }, [id, asked]);
  return { answer, error, again: useCallback(() => setAsked((n) => n + 1), []) };
}

function Figure({ count, title, children }: { count: number; title: string; children: string }) {
  return (
    <Paper withBorder p="md">
      <Text fz={26} fw={600} lh={1.2}>
        {count.toLocaleString("en")}
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

/** The reason why a launch would reach no contact; null if it would reach some. */
function pointless({ allowed, held }: Preflight, campaign: Campaign): string | null {
  if (campaign.counts.total === 0) return "There is nobody in the campaign yet.";
  return allowed + held === 0
    ? "Everybody would be blocked, for good. See below what to change, and check again."
    : null;
}

/** Confirmation text of a launch. */
function WhatHappens({ campaign, answer }: { campaign: Campaign; answer: Preflight }) {
  const { called, calls } = DONE[campaign.channel];
  const { starts_at: startsAt, ends_at: endsAt, environment } = campaign;
  return (
    <Stack gap="xs">
      <span>
        {startsAt === null ? (
          "At once"
        ) : (
          <>
            From <Time at={startsAt} /> on
          </>
        )}
        , up to {contacts(answer.allowed)} are {called}, {campaign.max_concurrent_calls} at a time;{" "}
        {contacts(answer.held)} later, when they may be. {calls === "calls" ? "Calls" : "Texts"} go on only in
        the window. {windowInWords(campaign.window)}.
      </span>
      <span>
        {contacts(answer.blocked)} are blocked and stay so in this campaign, even if they agree later. It ends{" "}
        {endsAt === null ? "7 days after the start" : <Time at={endsAt} />}.
      </span>
      <span>
        {environment === "test"
          ? "This is the test environment: everybody is simulated, and no telephone rings."
          : "This is the live environment: real people are reached."}{" "}
        You can pause or cancel it at any time.
      </span>
    </Stack>
  );
}

type Props = { campaign: Campaign; agent: AgentChoice | null };

/** Contacts that would be reached, deferred and blocked, and the launch button. The check reaches no contact. */
export function CheckStep({ campaign, agent }: Props) {
  const router = useScopedRouter();
  const { run } = useAction();
  const { answer, error, again } = usePreflight(campaign.id);
  const { called } = DONE[campaign.channel];
  const launch = async () => {
    const request = { params: { id: campaign.id } };
    const result = await run(() => api.post("/v1/campaigns/:id/launch", request), {
      refresh: false,
      done: "The campaign is launched.",
    });
    if (result.ok) router.push(`/campaigns/${campaign.id}`);
  };
  if (error !== null)
    return (
      <ErrorState title="The check did not work." action={<Button onClick={again}>Check again</Button>}>
        {error.message}
      </ErrorState>
    );
  if (answer === null) return <LoadingState label="Deciding each contact" />;
  const noUse = pointless(answer, campaign);
  const when = campaign.starts_at === null ? "now" : "at the start";
  return (
    <Stack gap="lg">
      {agent !== null && agent.status !== "live" && (
        <Alert color="yellow" title={`${agent.name} is not live`}>
          <Stack gap="sm" align="flex-start">
            A campaign runs the agent's live version, and there is none yet.
            <LinkButton href={`/agents/${agent.value}`} variant="default" size="xs">
              Go to the agent
            </LinkButton>
          </Stack>
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, sm: 3 }} role="group" aria-label="Who would be reached">
        <Figure count={answer.allowed} title={`would be ${called} ${when}`}>
          Nothing stands against it.
        </Figure>
        <Figure count={answer.held} title="would be held">
          Later, when what holds them has ended.
        </Figure>
        <Figure count={answer.blocked} title="would be blocked">
          Not at all in this campaign.
        </Figure>
      </SimpleGrid>
      {answer.by_reason.length > 0 && (
        <Paper component="section" withBorder p="lg" aria-labelledby="why-title">
          <Title order={2} fz={17} mb={4} id="why-title">
            Why not
          </Title>
          <Text size="sm" c="dimmed" mb="md">
            Somebody may have several reasons, and counts for each.
          </Text>
          <ReasonList label="Why contacts would not be reached" reasons={answer.by_reason} />
        </Paper>
      )}
      {noUse !== null && <Alert color="yellow">{noUse}</Alert>}
      {noUse === null && (
        <Text size="sm" c="dimmed">
          It would take about {aboutInWords(answer.estimated_duration_s)}, if each is tried once.
        </Text>
      )}
      <Group>
        <ConfirmButton
          variant="filled"
          title="Launch the campaign?"
          message={<WhatHappens campaign={campaign} answer={answer} />}
          confirm="Launch it"
          confirmColor="teal"
          dismiss="Not yet"
          disabled={noUse !== null}
          onConfirm={launch}
        >
          Launch
        </ConfirmButton>
        <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={again}>
          Check again
        </Button>
        <LinkButton variant="subtle" href={pathOf(campaign.id, "contacts")}>
          Add contacts
        </LinkButton>
        <LinkButton variant="subtle" href={`/campaigns/${campaign.id}`}>
          Leave it a draft
        </LinkButton>
      </Group>
    </Stack>
  );
}
