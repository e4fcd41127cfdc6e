"use client";

import { Anchor, Group, Paper, Text } from "@mantine/core";
import { IconPhonePlus } from "@tabler/icons-react";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { CopyButton } from "@/components/copy-button";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { Link } from "@/components/link";
import { LinkButton } from "@/components/link-button";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import { daysInWords } from "@/components/week";
import type { PhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { EditNumber } from "./edit-number";
import type { Choices } from "./number-values";

type Props = { page: TablePage<PhoneNumber>; choices: Choices; mayChange: boolean };

const dimmed = (words: string) => (
  <Text size="sm" c="dimmed">
    {words}
  </Text>
);

/** Where the carrier is to send the texts of a number of this account. */
const inboundPath = (integrationId: string): string => `/v1/carriers/twilio/${integrationId}/messages`;

function Hours({ hours }: Pick<PhoneNumber, "hours">) {
  if (hours === null) return dimmed("At any time");
  return (
    <Text size="sm">
      {daysInWords(hours.days)}, {hours.start}–{hours.end}
      <br />
      {hours.timezone}
    </Text>
  );
}

export function NumberTable({ page, choices, mayChange }: Props) {
  const { run } = useAction();
  const agentOf = (id: string) => choices.agents.find((agent) => agent.id === id)?.name ?? "An agent";
  const accountOf = (id: string) => choices.accounts.find((account) => account.id === id)?.name;

  const actions = (number: PhoneNumber) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <EditNumber key={JSON.stringify(number)} number={number} choices={choices} />
      <ConfirmButton
        size="xs"
        aria-label={`Disconnect ${number.number}`}
        title={`Disconnect ${number.number}?`}
        message="Nothing is sent from it and nobody answers on it from now on. Conversations over it go on from another number, if there is one."
        confirm="Disconnect it"
        onConfirm={() =>
          run(() => api.delete("/v1/phone-numbers/:id", { params: { id: number.id } }), {
            done: `${number.number} is disconnected.`,
          })
        }
      >
        Disconnect
      </ConfirmButton>
    </Group>
  );

  const columns: Column<PhoneNumber>[] = [
    {
      id: "number",
      header: "Number",
      cell: ({ number }) => (
        <Text size="sm" fw={500} style={{ whiteSpace: "nowrap" }}>
          {number}
        </Text>
      ),
    },
    {
      id: "agent_id",
      header: "Answered by",
      cell: ({ agent_id: id }) =>
        id === null ? (
          dimmed("Nobody")
        ) : (
          <Anchor component={Link} href={`/agents/${id}`} prefetch={false} size="sm">
            {agentOf(id)}
          </Anchor>
        ),
    },
    { id: "hours", header: "Calls are answered", cell: ({ hours }) => <Hours hours={hours} /> },
    {
      id: "fallback_number",
      header: "Calls go on to",
      cell: ({ fallback_number: fallback }) =>
        fallback === null ? dimmed("Nowhere") : <Text size="sm">{fallback}</Text>,
    },
    {
      id: "integration_id",
      header: "Account",
      cell: ({ integration_id: id }) => (
        <>
          <Text size="sm">{accountOf(id) ?? "Disconnected"}</Text>
          <CopyButton size="compact-xs" mt={4} value={inboundPath(id)} label="Copy the path for texts" />
        </>
      ),
    },
    { id: "created_at", header: "Connected", cell: ({ created_at }) => <Time at={created_at} as="date" /> },
    ...(mayChange ? [{ id: "actions", header: "Actions", cell: actions, align: "right" as const }] : []),
  ];

  return (
    <Paper withBorder>
      <DataTable
        label="Phone numbers"
        columns={columns}
        page={page}
        minWidth={1_000}
        empty={
          <EmptyState
            title="No numbers yet"
            icon={<IconPhonePlus size={30} stroke={1.5} aria-hidden />}
            action={
              mayChange &&
              choices.accounts.length === 0 && (
                <LinkButton href="/integrations">Connect a Twilio account</LinkButton>
              )
            }
          >
            {choices.accounts.length === 0
              ? "A number is of a Twilio account. Connect the account first, in the live environment."
              : "Connect a number of your Twilio account, and choose who answers on it."}
          </EmptyState>
        }
      />
    </Paper>
  );
}
