"use client";

import { Anchor, Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { Link } from "@/components/link";
import { Panel } from "@/components/panel";

type Props = {
  isRequired: boolean;
  /** Names of the trunks that do not require encryption. */
  unencrypted: readonly string[];
};

/** Whether the workspace requires encrypted calls, and which trunks it affects. */
export function EncryptionPanel({ isRequired, unencrypted }: Props) {
  const t = useTranslations("routes.encryption");
  const format = useFormatter();
  const names = format.list([...unencrypted]);
  return (
    <Panel title={t("title")}>
      <Text size="sm">{t(isRequired ? "required" : "optional")}</Text>
      {unencrypted.length > 0 && (
        <Text size="sm" mt="xs" {...(isRequired ? { c: "red" } : { c: "dimmed" })}>
          {t(isRequired ? "refused" : "affected", { names })}
        </Text>
      )}
      <Anchor
        component={Link}
        href="/settings/workspace"
        prefetch={false}
        size="sm"
        mt="xs"
        display="inline-block"
      >
        {t("settings")}
      </Anchor>
    </Panel>
  );
}
