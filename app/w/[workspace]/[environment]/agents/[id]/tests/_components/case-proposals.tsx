"use client";

import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { Link } from "@/components/link";
import { LinkButton } from "@/components/link-button";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import { useChannelName } from "@/components/use-channel-name";
import { FAILURE_REASONS } from "@/lib/calls/calls/values";
import type { CaseProposal } from "@/lib/suites/proposals/schema";
import classes from "./case-list.module.css";

type RowProps = { agentId: string; proposal: CaseProposal; mayChange: boolean };

function ProposalRow({ agentId, proposal, mayChange }: RowProps) {
  const t = useTranslations("suites.proposals");
  const channelName = useChannelName();
  const { busy, run } = useAction();
  const { call_id: callId, caller_turns: turns, misunderstood_turns: misunderstood } = proposal;
  const dismiss = () =>
    run(() => api.delete("/v1/agents/:id/case-proposals/:call", { params: { id: agentId, call: callId } }), {
      done: t("dismissed"),
    });
  return (
    <Group component="li" justify="space-between" gap="sm" className={classes.proposal ?? ""}>
      <Group gap="sm">
        <Anchor component={Link} href={`/calls/${callId}`} prefetch={false} size="sm">
          <Time at={proposal.created_at} />
        </Anchor>
        <Text size="sm">{channelName(proposal.channel)}</Text>
        {misunderstood > 0 && (
          <Text size="sm" c="dimmed">
            {t("misunderstood", { count: misunderstood, turns })}
          </Text>
        )}
      </Group>
      {mayChange && (
        <Group gap="xs">
          <LinkButton variant="default" size="compact-sm" href={`/agents/${agentId}/tests?call=${callId}`}>
            {t("action")}
          </LinkButton>
          <Button variant="subtle" size="compact-sm" color="gray" loading={busy} onClick={dismiss}>
            {t("dismiss")}
          </Button>
        </Group>
      )}
    </Group>
  );
}

type Props = { agentId: string; proposals: readonly CaseProposal[]; mayChange: boolean };

/** The calls that failed, by reason, as proposals for test cases. Renders nothing without any. */
export function CaseProposals({ agentId, proposals, mayChange }: Props) {
  const t = useTranslations("suites.proposals");
  if (proposals.length === 0) return null;
  const groups = FAILURE_REASONS.map((reason) => ({
    reason,
    calls: proposals.filter((proposal) => proposal.reason === reason),
  })).filter(({ calls }) => calls.length > 0);
  return (
    <Panel title={t("title")}>
      <Text size="sm" mb="md">
        {t("description")}
      </Text>
      <Stack gap="md">
        {groups.map(({ reason, calls }) => (
          <section key={reason} aria-label={t(`reason.${reason}`)}>
            <Text size="sm" fw={500} mb={4}>
              {t("group", { reason: t(`reason.${reason}`), count: calls.length })}
            </Text>
            <Stack component="ul" gap={4} p={0} m={0}>
              {calls.map((proposal) => (
                <ProposalRow
                  key={proposal.call_id}
                  agentId={agentId}
                  proposal={proposal}
                  mayChange={mayChange}
                />
              ))}
            </Stack>
          </section>
        ))}
      </Stack>
    </Panel>
  );
}
