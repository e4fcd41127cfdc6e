"use client";

import { Button, Group, Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Deletion } from "@/lib/data/erasure/schema";
import { Facts } from "./facts";
import { LinkButton } from "./link-button";
import { saveFile } from "./save-file";
import { Time } from "./time";

/** Data that a deletion has removed, and its signed receipt as a file. Renders nothing before completion. */
export function Receipt({ deletion }: { deletion: Deletion }) {
  const t = useTranslations("contacts.receipt");
  const { removed, receipt, completed_at, data_backups_expire_by, key_backups_expire_by } = deletion;
  if (completed_at === null || receipt === null) return null;
  const save = () =>
    saveFile(`${deletion.id}.json`, "application/json", `${JSON.stringify(receipt, null, 2)}\n`);
  return (
    <Stack gap="xs">
      <Facts
        rows={[
          [t("erased"), <Time key="at" at={completed_at} as="datetime" />],
          [t("transcripts"), removed.transcripts],
          [t("recordings"), removed.recordings],
          [t("variables"), removed.variables],
          [t("dataBackups"), <Time key="data" at={data_backups_expire_by ?? completed_at} as="date" />],
          [t("keyBackups"), <Time key="keys" at={key_backups_expire_by ?? completed_at} as="date" />],
        ]}
      />
      <Group>
        <Button size="xs" variant="default" onClick={save}>
          {t("download")}
        </Button>
        <LinkButton href="/settings/verify" size="xs" variant="subtle">
          {t("verify")}
        </LinkButton>
      </Group>
    </Stack>
  );
}
