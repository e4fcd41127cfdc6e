"use client";

import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconMessages } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "./test.module.css";

type Props = {
  dirty: boolean;
  busy: boolean;
  /** Describes the scripted test model if the agent uses it. */
  modelNote: string | null;
  onStart: () => void;
  onSave: () => void;
};

/** Introduction shown before the first test conversation. */
export function Intro({ dirty, busy, modelNote, onStart, onSave }: Props) {
  const t = useTranslations("agents.test");
  return (
    <Stack className={classes.intro ?? ""} gap="md" align="flex-start">
      <span className={classes.sign}>
        <IconMessages size={22} stroke={1.5} aria-hidden />
      </span>
      <Title order={3} fz={16}>
        {t("introTitle")}
      </Title>
      <Text size="sm">{t("intro")}</Text>
      {dirty && (
        <Text size="sm" fw={500}>
          {t("unsaved")}
        </Text>
      )}
      <Group gap="sm">
        {dirty && (
          <Button onClick={onSave} loading={busy}>
            {t("saveAndStart")}
          </Button>
        )}
        <Button onClick={onStart} loading={busy} variant={dirty ? "default" : "filled"}>
          {dirty ? t("startSaved") : t("start")}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t("note")}
      </Text>
      {modelNote !== null && (
        <Text size="sm" c="dimmed">
          {t("scripted", { description: modelNote })}
        </Text>
      )}
    </Stack>
  );
}
