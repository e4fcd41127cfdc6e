"use client";

import { Badge, Group, Paper, Text } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { CheckSetUp } from "@/components/check-set-up";
import { ConfirmButton } from "@/components/confirm-button";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { LinkButton } from "@/components/link-button";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { Integration } from "@/lib/agents/integrations/schema";
import type { ProviderKind, Service } from "@/lib/agents/providers/schema";
import type { Translator } from "@/messages/translator";
import { TrunkLimits } from "./trunk-limits";

type Retention = Pick<NonNullable<Integration["model"]>, "zero_retention" | "zero_retention_basis">;

/** The claim of zero data retention and its evidence; null without a claim. */
function retentionText(
  t: Translator<"integrations.table">,
  { zero_retention, zero_retention_basis: basis }: Retention,
): string | null {
  if (basis === "unconfirmed" || basis === "refused") return t(`zeroRetention.${basis}`);
  return zero_retention ? t("zeroRetention.confirmed") : null;
}

/** Details of an integration without its secret. */
function detailsOf(t: Translator<"integrations.table">, integration: Integration): string {
  const { header_name, oauth2, model, account_sid, speech, trunk } = integration;
  if (trunk !== null)
    return [trunk.server, trunk.transport.toUpperCase(), t(`trunk.${trunk.encryption}`)].join(" · ");
  const provider = speech ?? model;
  if (provider === null) return header_name ?? oauth2?.client_id ?? account_sid ?? "";
  const voices = speech?.voices.map(({ name }) => name) ?? [];
  const names = [...provider.models, ...voices].join(", ");
  return [names, retentionText(t, provider)].filter((part) => part !== null).join(" · ");
}

type Props = {
  page: TablePage<Integration>;
  mayConnect: boolean;
  mayDisconnect: boolean;
  /** The service of each kind. The server reads it, so that no browser loads all descriptors. */
  services: Readonly<Record<ProviderKind, Service>>;
};

export function IntegrationTable({ page, mayConnect, mayDisconnect, services }: Props) {
  const t = useTranslations("integrations");
  const tTable = useTranslations("integrations.table");
  const tProvider = useTranslations("providers.kind");
  const { run } = useAction();
  const disconnect = ({ id, name, kind }: Integration) => (
    <ConfirmButton
      size="xs"
      aria-label={t("disconnect.actionFor", { name })}
      title={t("disconnect.title", { name })}
      message={t(`disconnect.effect.${services[kind]}`)}
      confirm={t("disconnect.action")}
      onConfirm={() =>
        run(() => api.delete("/v1/integrations/:id", { params: { id } }), {
          done: t("disconnect.done", { name }),
        })
      }
    >
      {t("disconnect.action")}
    </ConfirmButton>
  );

  const actions = (integration: Integration) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {integration.trunk !== null && <TrunkLimits trunk={integration} />}
      <CheckSetUp account={integration} size="xs" />
      {disconnect(integration)}
    </Group>
  );

  const columns: Column<Integration>[] = [
    {
      id: "name",
      header: tTable("name"),
      cell: (integration) => (
        <>
          <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
            {integration.name}
          </Text>
          <Text size="sm" c="dimmed" maw={320} style={{ overflowWrap: "anywhere" }}>
            {detailsOf(tTable, integration)}
          </Text>
          {integration.trunk?.paused_until != null && (
            <Text size="sm" c="dimmed" maw={320}>
              {tTable("trunk.paused")}
            </Text>
          )}
          {integration.trunk?.refusal === "encryption_required" && (
            <Text size="sm" c="red" maw={320}>
              {tTable("trunk.refused")}
            </Text>
          )}
        </>
      ),
    },
    {
      id: "kind",
      header: tTable("type"),
      narrow: "plain",
      cell: ({ kind }) => <Text size="sm">{tProvider(kind)}</Text>,
    },
    {
      id: "hosts",
      header: tTable("hosts"),
      narrow: "plain",
      cell: ({ hosts }) => (
        <Text
          size="sm"
          ff="monospace"
          miw={{ base: 0, sm: 170 }}
          maw={280}
          style={{ overflowWrap: "anywhere" }}
        >
          {hosts.join(", ")}
        </Text>
      ),
    },
    {
      id: "environment",
      header: tTable("environment"),
      narrow: "corner",
      cell: ({ environment }) => (
        <Badge color={environment === "live" ? "teal" : "orange"}>{t(`environment.${environment}`)}</Badge>
      ),
    },
    {
      id: "created_at",
      header: tTable("connected"),
      cell: ({ created_at }) => <Time at={created_at} as="date" />,
    },
    ...(mayDisconnect
      ? [{ id: "actions", header: tTable("actions"), cell: actions, align: "right" as const }]
      : []),
  ];

  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }}>
      <DataTable
        label={t("title")}
        columns={columns}
        page={page}
        minWidth={820}
        empty={
          <EmptyState
            title={t("empty.title")}
            icon={<IconPlugConnected size={30} stroke={1.5} aria-hidden />}
            action={
              mayConnect && <LinkButton href="/integrations?connect=model">{t("empty.action")}</LinkButton>
            }
          >
            {t("empty.description")}
          </EmptyState>
        }
      />
    </Paper>
  );
}
