"use client";

import { Badge, Group, Text } from "@mantine/core";
import { useTranslations } from "next-intl";

/** The creator of versions that neither a member nor an API key has created. */
const PRODUCT = "Parley";

type Props = { id: string; name: string | undefined; isSelf: boolean };

/** Creator of a version: a member's name, an API key's ID, or Parley. */
export function Creator({ id, name, isSelf }: Props) {
  const t = useTranslations("agents.versions");
  if (name !== undefined)
    return (
      <Group gap={6} wrap="nowrap">
        <Text size="sm">{name}</Text>
        {isSelf && <Badge>{t("you")}</Badge>}
      </Group>
    );
  if (id.startsWith("mem_")) return <Text size="sm">{t("formerMember")}</Text>;
  if (!id.startsWith("key_")) return <Badge color="gray">{PRODUCT}</Badge>;
  return (
    <Group gap={6} wrap="nowrap">
      <Badge color="gray">{t("key")}</Badge>
      <Text size="xs" ff="monospace" miw={130} style={{ overflowWrap: "anywhere" }}>
        {id}
      </Text>
    </Group>
  );
}
