"use client";

import { Badge, Code, Group, Paper, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { LinkButton } from "@/components/link-button";
import { SecretModal } from "@/components/secret-modal";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { Key } from "@/lib/identity/keys/schema";
import type { Role } from "@/lib/platform/context";
import { isAtLeast } from "@/lib/platform/context/roles";
import { AddressesButton } from "./addresses-button";
import { RotateButton } from "./rotate-button";

type Props = {
  page: TablePage<Key>;
  /** The member's role. They cannot rotate a key with a stronger one. */
  role: Role;
  mayChange: boolean;
  /** The server's time, in RFC 3339. */
  now: string;
};

function Expiry({ at, now }: { at: string | null; now: string }) {
  const t = useTranslations("access.keys");
  if (at === null) return <Text size="sm">{t("never")}</Text>;
  return at <= now ? <Badge color="red">{t("expired")}</Badge> : <Time at={at} as="ago" />;
}

/** Why a key has less than its role until an admin takes it over. */
function Limitation({ keyRow: { role, effective_role } }: { keyRow: Key }) {
  const t = useTranslations("access.keys");
  const tRole = useTranslations("access.role");
  if (effective_role === role) return null;
  return (
    <Badge color="orange">
      {effective_role === null ? t("stopped") : t("limited", { role: tRole(effective_role) })}
    </Badge>
  );
}

export function KeyTable({ page, role, mayChange, now }: Props) {
  const t = useTranslations("access");
  const { run } = useAction();
  const [secret, setSecret] = useState<string | null>(null);

  async function rotate(key: Key, overlap_minutes: number): Promise<void> {
    const result = await run(
      () => api.post("/v1/keys/:id/rotate", { params: { id: key.id }, body: { overlap_minutes } }),
      { done: t("keyRotate.done") },
    );
    if (result.ok) setSecret(result.data.secret ?? null);
  }

  const actions = (key: Key) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <LinkButton
        href={`/settings/audit?actor_id=${key.id}`}
        variant="default"
        size="xs"
        aria-label={t("keys.activityOf", { name: key.name })}
      >
        {t("keys.activity")}
      </LinkButton>
      {isAtLeast(role, key.role) && key.effective_role !== key.role && (
        <ConfirmButton
          size="xs"
          confirmColor="teal"
          aria-label={t("keyTakeOver.of", { name: key.name })}
          title={t("keyTakeOver.title", { name: key.name })}
          message={t("keyTakeOver.help", { role: t(`role.${key.role}`) })}
          confirm={t("keyTakeOver.confirm")}
          onConfirm={() =>
            run(() => api.post("/v1/keys/:id/take-over", { params: { id: key.id } }), {
              done: t("keyTakeOver.done", { name: key.name }),
            })
          }
        >
          {t("keyTakeOver.action")}
        </ConfirmButton>
      )}
      {isAtLeast(role, key.role) && <AddressesButton keyRow={key} />}
      {isAtLeast(role, key.role) && (key.expires_at === null || key.expires_at > now) && (
        <RotateButton name={key.name} onRotate={(minutes) => rotate(key, minutes)} />
      )}
      <ConfirmButton
        size="xs"
        aria-label={t("keyRevoke.of", { name: key.name })}
        title={t("keyRevoke.title", { name: key.name })}
        message={t("keyRevoke.help")}
        confirm={t("keyRevoke.confirm")}
        onConfirm={() =>
          run(() => api.delete("/v1/keys/:id", { params: { id: key.id } }), {
            done: t("keyRevoke.done", { name: key.name }),
          })
        }
      >
        {t("keyRevoke.action")}
      </ConfirmButton>
    </Group>
  );

  const columns: Column<Key>[] = [
    {
      id: "name",
      header: t("keys.name"),
      cell: ({ name, hint, allowed_addresses }) => (
        <>
          <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          <Group gap="xs">
            <Code fz="xs">…{hint}</Code>
            {allowed_addresses.length > 0 && (
              <Badge color="gray">
                {t("keys.allowlist", {
                  count: allowed_addresses.length,
                  first: allowed_addresses[0] ?? "",
                })}
              </Badge>
            )}
          </Group>
        </>
      ),
    },
    {
      id: "role",
      header: t("keys.role"),
      narrow: "plain",
      cell: (key) => (
        <>
          <Text size="sm">{t(`role.${key.role}`)}</Text>
          <Limitation keyRow={key} />
        </>
      ),
    },
    {
      id: "environment",
      header: t("keys.environment"),
      narrow: "corner",
      cell: ({ environment }) => (
        <Badge color={environment === "live" ? "teal" : "orange"}>{t(`keyCreate.${environment}`)}</Badge>
      ),
    },
    { id: "expires_at", header: t("keys.expires"), cell: (key) => <Expiry at={key.expires_at} now={now} /> },
    {
      id: "last_used_at",
      header: t("keys.lastUsed"),
      cell: ({ last_used_at }) =>
        last_used_at === null ? (
          <Text size="sm" c="dimmed">
            {t("keys.never")}
          </Text>
        ) : (
          <Time at={last_used_at} as="ago" />
        ),
    },
    { id: "created_at", header: t("keys.created"), cell: (key) => <Time at={key.created_at} as="date" /> },
    ...(mayChange
      ? [{ id: "actions", header: t("keys.actions"), cell: actions, align: "right" as const }]
      : []),
  ];

  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }}>
      <DataTable
        label={t("keys.title")}
        columns={columns}
        page={page}
        minWidth={1080}
        empty={
          <EmptyState title={t("keys.empty")} icon={<IconKey size={30} stroke={1.5} aria-hidden />}>
            {t("keys.emptyHelp")}
          </EmptyState>
        }
      />
      <SecretModal kind="key" secret={secret} onClose={() => setSecret(null)} />
    </Paper>
  );
}
