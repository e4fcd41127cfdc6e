"use client";

import { Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { Panel } from "@/components/panel";
import { Receipt } from "@/components/receipt";
import { Time } from "@/components/time";
import { say, useAction, warn } from "@/components/use-action";
import { useRefreshWhile } from "@/components/use-refresh";
import type { Deletion } from "@/lib/data/erasure/schema";
import { isUnderWay } from "@/lib/data/erasure/values";

function Erase({ contactId, isHeld }: { contactId: string; isHeld: boolean }) {
  const t = useTranslations("contacts.erasure");
  const { run } = useAction();
  const erase = async () => {
    const result = await run(() =>
      api.delete("/v1/contacts/:contact/data", { params: { contact: contactId } }),
    );
    if (!result.ok) return;
    const { blocked_by: hold } = result.data;
    if (hold === null) say(t("started"));
    else warn(t(`blocked.${hold}`));
  };
  return (
    <ConfirmButton
      size="xs"
      color="red"
      variant="light"
      title={t("confirmTitle")}
      message={
        <Stack gap="xs">
          {isHeld && <strong>{t("heldHelp")}</strong>}
          <span>{t("help")}</span>
          <span>{t("kept")}</span>
          <span>{t("exportFirst")}</span>
        </Stack>
      }
      confirm={t("action")}
      onConfirm={erase}
    >
      {t("action")}
    </ConfirmButton>
  );
}

type Props = { contactId: string; latest: Deletion | null; isHeld: boolean };

/** Erases the contact's conversations, and shows the result of the latest erasure. */
export function ErasurePanel({ contactId, latest, isHeld }: Props) {
  const t = useTranslations("contacts.erasure");
  const isInProgress = latest !== null && isUnderWay(latest);
  useRefreshWhile(isInProgress);
  return (
    <Panel title={t("title")} actions={!isInProgress && <Erase contactId={contactId} isHeld={isHeld} />}>
      {latest === null && (
        <Text size="sm" c="dimmed">
          {t("none")}
        </Text>
      )}
      {isInProgress && (
        <Text size="sm" role="status">
          {t("running")}
        </Text>
      )}
      {latest?.status === "blocked" && latest.blocked_by !== null && (
        <Text size="sm" role="status">
          {t.rich(`requested.${latest.blocked_by}`, {
            date: () => <Time at={latest.requested_at} as="date" />,
          })}
        </Text>
      )}
      {latest !== null && <Receipt deletion={latest} />}
    </Panel>
  );
}
