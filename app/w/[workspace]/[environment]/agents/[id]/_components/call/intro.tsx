"use client";

import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconPhone } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import type { Agent } from "@/lib/agents/agents/schema";
import type { Translator } from "@/messages/translator";
import classes from "../test/test.module.css";
import { Hearing } from "./hearing";

type Props = {
  agent: Agent;
  /** Whether the call uses the draft, or the live version. */
  isDraft: boolean;
  /** Whether the draft that would be called has unsaved changes. */
  hasUnsaved: boolean;
  /** The button that starts the call. The "Call" button of the page header moves the focus to it. */
  button: RefObject<HTMLButtonElement | null>;
  onCall: () => void;
  onSave: () => void;
};

/** Explains before the call whether its audio is recorded. */
function recordingText(t: Translator<"agents.callPolicy">, { recording, transcript }: Agent): string {
  if (!transcript.enabled) return t("nothing");
  if (!recording.enabled) return t("transcript");
  return recording.allow_caller_opt_out ? t("recordedOptional") : t("recordedRequired");
}

/** Introduction shown before the first call. */
export function CallIntro({ agent, isDraft, hasUnsaved, button, onCall, onSave }: Props) {
  const t = useTranslations("agents.call");
  const tPolicy = useTranslations("agents.callPolicy");
  return (
    <Stack className={classes.intro ?? ""} gap="md" align="flex-start">
      <span className={classes.sign}>
        <IconPhone size={22} stroke={1.5} aria-hidden />
      </span>
      <Title order={3} fz={16}>
        {t("title")}
      </Title>
      <Text size="sm">{t("intro")}</Text>
      {!isDraft && <Text size="sm">{t("introLive")}</Text>}
      {hasUnsaved && (
        <Text size="sm" fw={500}>
          {t("unsaved")}
        </Text>
      )}
      <Group gap="sm">
        {hasUnsaved && <Button onClick={onSave}>{t("saveAndCall")}</Button>}
        <Button
          ref={button}
          leftSection={<IconPhone size={18} aria-hidden />}
          variant={hasUnsaved ? "default" : "filled"}
          onClick={onCall}
        >
          {hasUnsaved ? t("callSaved") : t("call")}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {recordingText(tPolicy, agent)}
      </Text>
      <Hearing agent={agent} />
    </Stack>
  );
}
