"use client";

import { Badge, Code, Group, Paper, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
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
  /** The person's own: a key above it is not theirs to renew. */
  role: Role;
  mayChange: boolean;
  /** RFC 3339, by the server's clock. */
  now: string;
};

function Expiry({ at, now }: { at: string | null; now: string }) {
  if (at === null) return <Text size="sm">Never</Text>;
  return at <= now ? <Badge color="red">Expired</Badge> : <Time at={at} as="ago" />;
}

/** Which key waits for an admin to take it over, and why. */
function Waiting({ keyRow: { role, effective_role } }: { keyRow: Key }) {
  if (effective_role === role) return null;
  return (
    <Badge color="orange">
      {effective_role === null ? "Stopped: its maker left" : `Works as ${effective_role}, as its maker is`}
    </Badge>
  );
}

/** How many networks a key is bound to, or the one. */
const words = (networks: readonly string[]): string =>
  networks.length === 1 ? (networks[0] ?? "") : `${networks.length} networks`;

export function KeyTable({ page, role, mayChange, now }: Props) {
  const { run } = useAction();
  const [secret, setSecret] = useState<string | null>(null);

  async function rotate(key: Key, overlap_minutes: number): Promise<void> {
    const result = await run(
      () => api.post("/v1/keys/:id/rotate", { params: { id: key.id }, body: { overlap_minutes } }),
      {
        done: "The key has a new text.",
      },
    );
    if (result.ok) setSecret(result.data.secret ?? null);
  }

  const actions = (key: Key) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <LinkButton
        href={`/settings/audit?actor_id=${key.id}`}
        variant="default"
        size="xs"
        aria-label={`What was done with ${key.name}`}
      >
        Activity
      </LinkButton>
      {isAtLeast(role, key.role) && key.effective_role !== key.role && (
        <ConfirmButton
          size="xs"
          confirmColor="teal"
          aria-label={`Take over ${key.name}`}
          title={`Take ${key.name} over?`}
          message={`You answer for it from now on, and it works as ${key.role} for as long as you may do that much.`}
          confirm="Take it over"
          onConfirm={() =>
            run(() => api.post("/v1/keys/:id/take-over", { params: { id: key.id } }), {
              done: `${key.name} works again.`,
            })
          }
        >
          Take over
        </ConfirmButton>
      )}
      {isAtLeast(role, key.role) && <AddressesButton keyRow={key} />}
      {isAtLeast(role, key.role) && (key.expires_at === null || key.expires_at > now) && (
        <RotateButton name={key.name} onRotate={(minutes) => rotate(key, minutes)} />
      )}
      <ConfirmButton
        size="xs"
        aria-label={`Revoke ${key.name}`}
        title={`Revoke ${key.name}?`}
        message="What uses it is refused within two seconds. This cannot be undone."
        confirm="Revoke the key"
        onConfirm={() =>
          run(() => api.delete("/v1/keys/:id", { params: { id: key.id } }), {
            done: `${key.name} is revoked.`,
          })
        }
      >
        Revoke
      </ConfirmButton>
    </Group>
  );

  const columns: Column<Key>[] = [
    {
      id: "name",
      header: "Name",
      cell: ({ name, hint, allowed_addresses }) => (
        <>
          <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          <Group gap="xs">
            <Code fz="xs">…{hint}</Code>
            {allowed_addresses.length > 0 && <Badge color="gray">From {words(allowed_addresses)}</Badge>}
          </Group>
        </>
      ),
    },
    {
      id: "role",
      header: "Role",
      cell: (key) => (
        <>
          <Text size="sm" tt="capitalize">
            {key.role}
          </Text>
          <Waiting keyRow={key} />
        </>
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
    { id: "expires_at", header: "Expires", cell: (key) => <Expiry at={key.expires_at} now={now} /> },
    {
      id: "last_used_at",
      header: "Last used",
      cell: ({ last_used_at }) =>
        last_used_at === null ? (
          <Text size="sm" c="dimmed">
            Never
          </Text>
        ) : (
          <Time at={last_used_at} as="ago" />
        ),
    },
    { id: "created_at", header: "Made", cell: (key) => <Time at={key.created_at} as="date" /> },
    ...(mayChange ? [{ id: "actions", header: "Actions", cell: actions, align: "right" as const }] : []),
  ];

  return (
    <Paper withBorder>
      <DataTable
        label="Keys"
        columns={columns}
        page={page}
        minWidth={1080}
        empty={
          <EmptyState title="No keys yet" icon={<IconKey size={30} stroke={1.5} aria-hidden />}>
            Make one for each program, so that each can be revoked alone.
          </EmptyState>
        }
      />
      <SecretModal kind="key" secret={secret} onClose={() => setSecret(null)} />
    </Paper>
  );
}
