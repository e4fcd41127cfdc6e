"use client";

import { Anchor, Code, Group, List, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/copy-button";
import type { Sso } from "@/lib/identity/sso/schema";

const WRAP = { overflowWrap: "anywhere", whiteSpace: "pre-wrap" } as const;

function CopyField({ name, value }: { name: string; value: string }) {
  const t = useTranslations("sso.setup");
  const tCommon = useTranslations("common");
  return (
    <div>
      <Text size="sm" fw={500}>
        {name}
      </Text>
      <Group gap="sm" wrap="nowrap">
        <Code block style={WRAP} flex={1}>
          {value}
        </Code>
        <CopyButton value={value} label={tCommon("copy.action")} aria-label={t("copyOf", { name })} />
      </Group>
    </div>
  );
}

/** Settings to enter at the identity provider. */
export function ServiceProvider({ entity_id, acs_url, metadata_url }: Sso["service_provider"]) {
  const t = useTranslations("sso.setup");
  return (
    <Stack gap="sm">
      <List size="sm" spacing={4}>
        <List.Item>{t("application")}</List.Item>
        <List.Item>
          {t.rich("values", {
            link: (text) => (
              <Anchor href={metadata_url} size="sm" underline="always" download="parley-metadata.xml">
                {text}
              </Anchor>
            ),
          })}
        </List.Item>
        <List.Item>{t("nameId")}</List.Item>
      </List>
      <CopyField name={t("entityId")} value={entity_id} />
      <CopyField name={t("acsUrl")} value={acs_url} />
    </Stack>
  );
}
