"use client";

import { Badge, Group, Paper, Text } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { api } from "@/components/api";
import { CheckSetUp } from "@/components/check-set-up";
import { ConfirmButton } from "@/components/confirm-button";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { Integration } from "@/lib/agents/integrations/schema";
import { descriptorOf, type Service } from "@/lib/agents/providers/schema";

/** The effect of a disconnection, by service. */
const EFFECT: Record<Service, string> = {
  tools:
    "Its secret is deleted at once. Tools that name it fail in live calls from now on, and agents that use them cannot be deployed.",
  model:
    "Its secret is deleted at once. Agents that use its models fail from now on, and cannot be deployed.",
  speech:
    "Its secret is deleted at once. Agents that hear or speak by it go on with the built-in voice and transcriber, and cannot be deployed.",
  carrier:
    "Its secret is deleted at once. Its numbers cannot place or answer calls from now on, or send texts.",
};

type Retention = Pick<NonNullable<Integration["model"]>, "zero_retention" | "zero_retention_basis">;

/** Whether a provider keeps nothing, as far as it is known. */
function retentionText({ zero_retention, zero_retention_basis: basis }: Retention): string {
  if (basis === "unconfirmed") return " · keeps nothing: not confirmed";
  if (basis === "refused") return " · keeps nothing: not accepted";
  return zero_retention ? " · keeps nothing" : "";
}

/** Details of an integration without its secret. */
function details({ header_name, model, account_sid, speech }: Integration): string {
  if (speech !== null) {
    const offers = [...speech.models, ...speech.voices.map(({ name }) => name)];
    return `${offers.join(", ")}${retentionText(speech)}`;
  }
  if (model !== null) return `${model.models.join(", ")}${retentionText(model)}`;
  return header_name ?? account_sid ?? "";
}

type Props = { page: TablePage<Integration>; mayDisconnect: boolean };

export function IntegrationTable({ page, mayDisconnect }: Props) {
  const { run } = useAction();
  const disconnect = ({ id, name, kind }: Integration) => (
    <ConfirmButton
      size="xs"
      aria-label={`Disconnect ${name}`}
      title={`Disconnect ${name}?`}
      message={EFFECT[descriptorOf(kind).service]}
      confirm="Disconnect it"
      onConfirm={() =>
        run(() => api.delete("/v1/integrations/:id", { params: { id } }), {
          done: `${name} is disconnected.`,
        })
      }
    >
      Disconnect
    </ConfirmButton>
  );

  const actions = (integration: Integration) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <CheckSetUp account={integration} size="xs" />
      {disconnect(integration)}
    </Group>
  );

  const columns: Column<Integration>[] = [
    {
      id: "name",
      header: "Name",
      cell: (integration) => (
        <>
          <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
            {integration.name}
          </Text>
          <Text size="sm" c="dimmed" maw={320} style={{ overflowWrap: "anywhere" }}>
            {details(integration)}
          </Text>
        </>
      ),
    },
    { id: "kind", header: "Kind", cell: ({ kind }) => <Text size="sm">{descriptorOf(kind).label}</Text> },
    {
      id: "hosts",
      header: "May be sent to",
      cell: ({ hosts }) => (
        <Text size="sm" ff="monospace" maw={280} style={{ overflowWrap: "anywhere" }}>
          {hosts.join(", ")}
        </Text>
      ),
    },
    {
      id: "environment",
      header: "Environment",
      cell: ({ environment }) => (
        <Badge color={environment === "live" ? "teal" : "orange"} tt="capitalize">
          {environment}
        </Badge>
      ),
    },
    { id: "created_at", header: "Connected", cell: ({ created_at }) => <Time at={created_at} as="date" /> },
    ...(mayDisconnect ? [{ id: "actions", header: "Actions", cell: actions, align: "right" as const }] : []),
  ];

  return (
    <Paper withBorder>
      <DataTable
        label="Integrations"
        columns={columns}
        page={page}
        minWidth={820}
        empty={
          <EmptyState
            title="Nothing is connected yet"
            icon={<IconPlugConnected size={30} stroke={1.5} aria-hidden />}
          >
            Connect a credential once for live calls, and under the same name for rehearsals and test calls.
          </EmptyState>
        }
      />
    </Paper>
  );
}
