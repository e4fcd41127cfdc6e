"use client";

import { Alert, Badge, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { Sso } from "@/lib/identity/sso/schema";

type Connected = NonNullable<Sso["connection"]>;

const COLORS = { valid: "teal", expiring: "orange", expired: "red" } as const;
/** The characters of a fingerprint that identify a certificate without a subject. */
const FINGERPRINT_CHARS = 16;
const WRAP = { overflowWrap: "anywhere" } as const;

function Warning({ certificates }: Pick<Connected, "certificates">) {
  const t = useTranslations("sso.connection");
  const isSafe = certificates.some(({ state }) => state === "valid");
  if (isSafe) return null;
  return (
    <Alert color="orange" icon={<IconAlertTriangle size={18} aria-hidden />} title={t("renew")}>
      {t("renewHelp")}
    </Alert>
  );
}

/** The connected provider, and the certificates that verify its responses. */
export function Connection({ connection, revision }: { connection: Connected; revision: string }) {
  const t = useTranslations("sso.connection");
  const { run } = useAction();
  const { certificates, enforced, entity_id, sso_url, last_success_at } = connection;
  const disconnect = () =>
    run(() => api.delete("/v1/sso", { ifMatch: revision }), { done: t("disconnected") });
  return (
    <Panel title={t("title")}>
      <Stack gap="sm">
        <Warning certificates={certificates} />
        <Group justify="space-between" align="flex-start">
          <Stack gap={2} flex={1}>
            <Text fw={500} style={WRAP}>
              {entity_id}
            </Text>
            <Text size="sm" c="dimmed" style={WRAP}>
              {t("signInAt", { url: sso_url })}
            </Text>
            <Text size="sm" c="dimmed">
              {last_success_at === null
                ? t("unused")
                : t.rich("lastUsed", { time: () => <Time at={last_success_at} as="ago" /> })}
            </Text>
          </Stack>
          {enforced && <Badge color="teal">{t("enforced")}</Badge>}
        </Group>
        {certificates.map(({ fingerprint, not_after, state, subject }) => (
          <Group key={fingerprint} gap="xs">
            <Badge color={COLORS[state]}>{t(`state.${state}`)}</Badge>
            <Text size="sm" style={WRAP}>
              {t.rich("certificate", {
                name: subject || fingerprint.slice(0, FINGERPRINT_CHARS),
                date: () => <Time at={not_after} as="date" />,
              })}
            </Text>
          </Group>
        ))}
        <Group>
          <ConfirmButton
            title={t("disconnectTitle")}
            message={t("disconnectHelp")}
            confirm={t("disconnect")}
            onConfirm={disconnect}
          >
            {t("disconnect")}
          </ConfirmButton>
        </Group>
      </Stack>
    </Panel>
  );
}
