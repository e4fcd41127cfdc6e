"use client";

import { Alert, Badge, Group, Stack, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { Encryption } from "@/lib/identity/encryption/schema";
import { ImportKey } from "./import-key";

const COLORS = { none: "gray", imported: "teal", withdrawn: "red" } as const;

/** The customer-managed key: its state, import, withdrawal and removal. */
export function CustomerKey({ encryption, mayChange }: { encryption: Encryption; mayChange: boolean }) {
  const t = useTranslations("encryption.customer");
  const { run } = useAction();
  const { customer_key: customerKey, locked } = encryption;
  const { imported_at: importedAt, withdrawn_at: withdrawnAt } = customerKey;
  return (
    <Panel
      title={t("title")}
      actions={<Badge color={COLORS[customerKey.state]}>{t(`state.${customerKey.state}`)}</Badge>}
    >
      <Stack>
        {locked && (
          <Alert color="red" icon={<IconLock size={18} aria-hidden />} title={t("locked")}>
            {t("lockedHelp")}
          </Alert>
        )}
        <Text size="sm">{t("help")}</Text>
        {customerKey.state !== "none" && (
          <Text size="sm" c="dimmed">
            {t("fingerprint", { fingerprint: customerKey.fingerprint ?? "" })}
            {importedAt !== null && (
              <> · {t.rich("imported", { date: () => <Time at={importedAt} as="date" /> })}</>
            )}
            {withdrawnAt !== null && (
              <> · {t.rich("withdrawn", { date: () => <Time at={withdrawnAt} as="ago" /> })}</>
            )}
          </Text>
        )}
        {mayChange && customerKey.state === "imported" && (
          <Group>
            <ConfirmButton
              color="red"
              title={t("withdrawTitle")}
              message={t("withdrawHelp")}
              confirm={t("withdrawConfirm")}
              onConfirm={() => run(() => api.post("/v1/encryption/withdraw"), { done: t("workspaceLocked") })}
            >
              {t("withdraw")}
            </ConfirmButton>
            <ConfirmButton
              variant="default"
              title={t("leaveTitle")}
              message={t("leaveHelp")}
              confirm={t("leaveConfirm")}
              onConfirm={() =>
                run(() => api.post("/v1/encryption/leave"), {
                  done: t("left"),
                })
              }
            >
              {t("leave")}
            </ConfirmButton>
          </Group>
        )}
        {mayChange && customerKey.state !== "imported" && (
          <ImportKey isRestore={customerKey.state === "withdrawn"} />
        )}
        {!mayChange && (
          <Text size="sm" c="dimmed">
            {t("ownerOnly")}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}
