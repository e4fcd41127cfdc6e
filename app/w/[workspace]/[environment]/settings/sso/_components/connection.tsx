"use client";

import { Alert, Badge, Fieldset, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { Sso } from "@/lib/identity/sso/schema";

type Connected = NonNullable<Sso["connection"]>;

const STATES = {
  valid: { color: "teal", label: "Valid" },
  expiring: { color: "orange", label: "Runs out soon" },
  expired: { color: "red", label: "Has run out" },
} as const;
const WRAP = { overflowWrap: "anywhere" } as const;

function Warning({ certificates }: Pick<Connected, "certificates">) {
  const isSafe = certificates.some(({ state }) => state === "valid");
  if (isSafe) return null;
  return (
    <Alert color="orange" icon={<IconAlertTriangle size={18} aria-hidden />} title="Renew the certificate">
      No certificate of this provider is valid for another month. Publish its successor there, and give the
      new metadata below while the old one still works: both are taken until the old one is gone.
    </Alert>
  );
}

/** The provider that is connected, and the certificates that its answers are checked with. */
export function Connection({ connection }: { connection: Connected }) {
  const { run } = useAction();
  const { certificates, enforced, entity_id, sso_url, last_success_at } = connection;
  const disconnect = () => run(() => api.delete("/v1/sso"), { done: "Disconnected." });
  return (
    <Fieldset legend="Connected provider">
      <Stack gap="sm">
        <Warning certificates={certificates} />
        <Group justify="space-between" align="flex-start">
          <Stack gap={2} flex={1}>
            <Text fw={500} style={WRAP}>
              {entity_id}
            </Text>
            <Text size="sm" c="dimmed" style={WRAP}>
              Signs in at {sso_url}
            </Text>
            <Text size="sm" c="dimmed">
              {last_success_at === null ? (
                "Nobody has signed in by it yet."
              ) : (
                <>
                  It last worked <Time at={last_success_at} as="ago" />.
                </>
              )}
            </Text>
          </Stack>
          {enforced && <Badge color="teal">The only way in</Badge>}
        </Group>
        {certificates.map(({ fingerprint, not_after, state, subject }) => (
          <Group key={fingerprint} gap="xs">
            <Badge color={STATES[state].color}>{STATES[state].label}</Badge>
            <Text size="sm" style={WRAP}>
              Certificate {subject || fingerprint.slice(0, 16)}, until <Time at={not_after} as="date" />
            </Text>
          </Group>
        ))}
        <Group>
          <ConfirmButton
            title="Disconnect this provider?"
            message="Nobody signs in by it any more, and passwords open this workspace again. Its domains and the break-glass code go with it."
            confirm="Disconnect"
            onConfirm={disconnect}
          >
            Disconnect
          </ConfirmButton>
        </Group>
      </Stack>
    </Fieldset>
  );
}
