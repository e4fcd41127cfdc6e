"use client";

import { Box, Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconApi, IconMessages, IconPhone, IconSpeakerphone } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { CopyButton } from "@/components/copy-button";
import { LinkButton } from "@/components/link-button";
import type { Agent } from "@/lib/agents/agents/schema";
import { useAgentSample } from "./agent-sample";
import classes from "./deploy.module.css";

type StepProps = { icon: ReactNode; title: string; help: string; action?: ReactNode; children?: ReactNode };

function Step({ icon, title, help, action, children }: StepProps) {
  return (
    <Box component="li" className={classes.step ?? ""}>
      <Group wrap="nowrap" align="flex-start" gap="md">
        <span className={classes.icon}>{icon}</span>
        <Group justify="space-between" gap="sm" flex={1} miw={0}>
          <Box flex="1 1 240px" miw={0}>
            <Title order={3} fz={14} fw={500}>
              {title}
            </Title>
            <Text size="sm" c="dimmed">
              {help}
            </Text>
          </Box>
          {action}
        </Group>
      </Group>
      {children}
    </Box>
  );
}

type Props = {
  agent: Agent;
  phoneNumbers: readonly string[];
  /** Closes the dialog and shows a test of the deployed version; undefined for members who cannot test. */
  onTest: (() => void) | undefined;
  onClose: () => void;
};

/** The next steps with an agent that was just deployed. */
export function NextSteps({ agent, phoneNumbers, onTest, onClose }: Props) {
  const t = useTranslations("agents.deployed");
  const tBar = useTranslations("common.publicBar");
  const format = useFormatter();
  const command = useAgentSample();
  const done = useRef<HTMLButtonElement>(null);
  // The button that had the focus is gone.
  useEffect(() => done.current?.focus(), []);
  const hasNumber = phoneNumbers.length > 0;
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {t("description")}
      </Text>
      <Box component="ul" className={classes.steps ?? ""}>
        {onTest !== undefined && (
          <Step
            icon={<IconMessages size={18} aria-hidden />}
            title={t(`test.${agent.type}`, { version: String(agent.live_version) })}
            help={t(`testHelp.${agent.type}`)}
            action={
              <Button variant="default" onClick={onTest}>
                {t(`testAction.${agent.type}`)}
              </Button>
            }
          />
        )}
        {hasNumber ? (
          <Step
            icon={<IconPhone size={18} aria-hidden />}
            title={t("hasNumber", { count: phoneNumbers.length })}
            help={t("hasNumberHelp", { count: phoneNumbers.length, numbers: format.list(phoneNumbers) })}
            action={
              <LinkButton variant="default" href="/phone-numbers">
                {t("hasNumberAction")}
              </LinkButton>
            }
          />
        ) : (
          <Step
            icon={<IconPhone size={18} aria-hidden />}
            title={t("number")}
            help={t(`numberHelp.${agent.type}`)}
            action={
              <LinkButton variant="default" href={`/phone-numbers?agent=${agent.id}`}>
                {t("numberAction")}
              </LinkButton>
            }
          />
        )}
        <Step
          icon={<IconSpeakerphone size={18} aria-hidden />}
          title={t("campaign")}
          help={t(`campaignHelp.${agent.type}`)}
          action={
            <LinkButton variant="default" href={`/campaigns/new?agent=${agent.id}`}>
              {t("campaignAction")}
            </LinkButton>
          }
        />
        <Step
          icon={<IconApi size={18} aria-hidden />}
          title={t(`api.${agent.type}`)}
          help={t(`apiHelp.${agent.type}`)}
        >
          <Box
            component="pre"
            className={classes.command ?? ""}
            tabIndex={0}
            role="group"
            aria-label={t("command")}
          >
            <code>{command}</code>
          </Box>
          <Group gap="sm" mt="xs">
            <CopyButton value={command} label={t("copy")} size="xs" />
            <LinkButton variant="subtle" size="xs" href="/settings/keys">
              {t("key")}
            </LinkButton>
            <LinkButton variant="subtle" size="xs" href="/docs/calls">
              {tBar("reference")}
            </LinkButton>
          </Group>
        </Step>
      </Box>
      <Group justify="flex-end">
        <Button onClick={onClose} ref={done}>
          {t("done")}
        </Button>
      </Group>
    </Stack>
  );
}
