import { Text, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Panel } from "@/components/panel";

/** Lists the data that these keys encrypt and the data that they do not; docs/security.md has the details. */
export function EncryptionScope() {
  const t = useTranslations("encryption.scope");
  return (
    <Panel title={t("title")}>
      <Text size="sm">{t("encrypted")}</Text>
      <Title order={3} fz="sm" mt="md" mb="xs">
        {t("otherTitle")}
      </Title>
      <Text size="sm">{t("other")}</Text>
    </Panel>
  );
}
