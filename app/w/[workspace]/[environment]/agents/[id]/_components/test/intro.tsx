"use client";

import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconMessages } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "./test.module.css";

type Props = {
  /** Whether the draft that is tested has unsaved changes. */
  dirty: boolean;
  isDraft: boolean;
  /** Describes the scripted test model if the agent uses it. */
  modelNote: string | null;
  onStart: () => void;
  onSave: () => void;
  /** Before one of the buttons is pressed. */
  onPreload: () => void;
};

/** Introduction shown before the first test conversation. */
export function Intro({ dirty, isDraft, modelNote, onStart, onSave, onPreload }: Props) {
  const t = useTranslations("agents.test");
  return (
    <Stack className={classes.intro ?? ""} gap="md" align="flex-start">
      <span className={classes.sign}>
        <IconMessages size={22} stroke={1.5} aria-hidden />
      </span>
      <Title order={3} fz={16}>
        {isDraft ? t("introTitle") : t("introTitleLive")}
      </Title>
      <Text size="sm">{isDraft ? t("intro") : t("introLive")}</Text>
      {dirty && (
        <Text size="sm" fw={500}>
          {t("unsaved")}
        </Text>
      )}
      <Group gap="sm" onPointerEnter={onPreload} onFocus={onPreload}>
        {dirty && <Button onClick={onSave}>{t("saveAndStart")}</Button>}
        <Button onClick={onStart} variant={dirty ? "default" : "filled"}>
          {dirty ? t("startSaved") : t("start")}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {isDraft ? t("note") : t("noteLive")}
      </Text>
      {modelNote !== null && (
        <Text size="sm" c="dimmed">
          {t("scripted", { description: modelNote })}
        </Text>
      )}
    </Stack>
  );
}
