"use client";

import { Alert, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Facts } from "@/components/facts";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import type { Webhook } from "@/lib/data/webhooks/schema";

/** Problems with the deliveries of a webhook, its endpoint and its events. */
export function Health({ webhook }: { webhook: Webhook }) {
  const { url, events, disabled_reason, failing_since, previous_secret_expires_at } = webhook;
  const t = useTranslations("webhooks.health");
  const tTable = useTranslations("webhooks.table");
  const timeTag = (at: string) => ({ time: () => <Time at={at} /> });
  return (
    <Stack gap="md" mb="md">
      {disabled_reason !== null && (
        <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} title={t("disabled")}>
          {t(`reason.${disabled_reason}`)}
        </Alert>
      )}
      {disabled_reason === null && failing_since !== null && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} title={t("failing")}>
          {t.rich("failingHelp", timeTag(failing_since))}
        </Alert>
      )}
      <Panel title={t("title")}>
        <Facts
          rows={[
            [tTable("url"), url],
            [tTable("events"), events.includes("*") ? tTable("allEvents") : events.join(", ")],
          ]}
        />
        {previous_secret_expires_at !== null && (
          <Text size="sm" mt="sm">
            {t.rich("previousSecret", timeTag(previous_secret_expires_at))}
          </Text>
        )}
      </Panel>
    </Stack>
  );
}
