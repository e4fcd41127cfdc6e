"use client";

import { Anchor, Group, Paper, Text } from "@mantine/core";
import { IconPhonePlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { CopyButton } from "@/components/copy-button";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { Link } from "@/components/link";
import { LinkButton } from "@/components/link-button";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import { useDaysText } from "@/components/use-days-text";
import type { PhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { EditNumber } from "./edit-number";
import type { Choices } from "./number-values";

type Props = { page: TablePage<PhoneNumber>; choices: Choices; mayChange: boolean };

const NO_WRAP = { whiteSpace: "nowrap" } as const;

const dimmed = (text: string) => (
  <Text size="sm" c="dimmed">
    {text}
  </Text>
);

/** The path of the webhook that receives the texts of an account's numbers. */
const inboundPath = (integrationId: string): string => `/v1/carriers/twilio/${integrationId}/messages`;

function Hours({ hours }: Pick<PhoneNumber, "hours">) {
  const t = useTranslations("numbers");
  const daysText = useDaysText();
  if (hours === null) return dimmed(t("anyTime"));
  return (
    <Text size="sm">
      {t.rich("hoursOf", {
        days: daysText(hours.days),
        start: hours.start,
        end: hours.end,
        times: (times) => <span style={NO_WRAP}>{times}</span>,
      })}
      <br />
      {hours.timezone}
    </Text>
  );
}

export function NumberTable({ page, choices, mayChange }: Props) {
  const t = useTranslations("numbers");
  const { run } = useAction();
  const agentOf = (id: string) => choices.agents.find((agent) => agent.id === id)?.name ?? t("unknownAgent");
  const accountOf = (id: string) => choices.accounts.find((account) => account.id === id);

  const actions = (number: PhoneNumber) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <EditNumber key={JSON.stringify(number)} number={number} choices={choices} />
      <ConfirmButton
        size="xs"
        aria-label={t("disconnect.of", { number: number.number })}
        title={t("disconnect.title", { number: number.number })}
        message={t("disconnect.help")}
        confirm={t("disconnect.confirm")}
        onConfirm={() =>
          run(() => api.delete("/v1/phone-numbers/:id", { params: { id: number.id } }), {
            done: t("disconnect.done", { number: number.number }),
          })
        }
      >
        {t("disconnect.action")}
      </ConfirmButton>
    </Group>
  );

  const columns: Column<PhoneNumber>[] = [
    {
      id: "number",
      header: t("number"),
      cell: ({ number }) => (
        <Text size="sm" fw={500} style={{ whiteSpace: "nowrap" }}>
          {number}
        </Text>
      ),
    },
    {
      id: "agent_id",
      header: t("answeredBy"),
      cell: ({ agent_id: id }) =>
        id === null ? (
          dimmed(t("noAgent"))
        ) : (
          <Anchor component={Link} href={`/agents/${id}`} prefetch={false} size="sm">
            {agentOf(id)}
          </Anchor>
        ),
    },
    { id: "hours", header: t("hours"), cell: ({ hours }) => <Hours hours={hours} /> },
    {
      id: "fallback_number",
      header: t("forwardsTo"),
      cell: ({ fallback_number: fallback }) =>
        fallback === null ? dimmed(t("noForward")) : <Text size="sm">{fallback}</Text>,
    },
    {
      id: "integration_id",
      header: t("account"),
      cell: ({ integration_id: id }) => (
        <>
          <Text size="sm">{accountOf(id)?.name ?? t("disconnected")}</Text>
          {accountOf(id)?.kind !== "sip" && (
            <CopyButton size="compact-xs" mt={4} value={inboundPath(id)} label={t("copyPath")} />
          )}
        </>
      ),
    },
    {
      id: "created_at",
      header: t("connected"),
      cell: ({ created_at }) => <Time at={created_at} as="date" />,
    },
    ...(mayChange ? [{ id: "actions", header: t("actions"), cell: actions, align: "right" as const }] : []),
  ];

  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }}>
      <DataTable
        label={t("title")}
        columns={columns}
        page={page}
        minWidth={1_000}
        empty={
          <EmptyState
            title={t("empty")}
            icon={<IconPhonePlus size={30} stroke={1.5} aria-hidden />}
            action={
              mayChange &&
              choices.accounts.length === 0 && (
                <LinkButton href="/integrations">{t("connectAccount")}</LinkButton>
              )
            }
          >
            {t(`emptyHelp.${choices.accounts.length === 0 ? "noAccount" : "account"}`)}
          </EmptyState>
        }
      />
    </Paper>
  );
}
