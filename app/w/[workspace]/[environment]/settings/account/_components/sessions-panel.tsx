import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/link-button";
import { Panel } from "@/components/panel";

export function SessionsPanel() {
  const t = useTranslations("account.sessions");
  return (
    <Panel
      title={t("title")}
      actions={
        <LinkButton href="/settings/sessions" variant="default" size="xs">
          {t("view")}
        </LinkButton>
      }
    >
      <Text size="sm">{t("summary")}</Text>
    </Panel>
  );
}
