"use client";

import { ActionIcon, Text, Textarea } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef } from "react";
import classes from "./test.module.css";

/** The API's limit of a message. */
const MAX_MESSAGE = 4_000;

type Props = {
  draft: string;
  /** False before the agent listens for the first time and after the call. */
  maySend: boolean;
  /** Whether the text waits for the end of the agent's answer. */
  isQueued: boolean;
  /** Minutes without a message after which the test ends. */
  limitMinutes: number;
  onType: (text: string) => void;
  onSend: () => void;
};

/** The field for the caller's messages. It stays editable while the agent answers, and keeps the focus. */
export function Composer({ draft, maySend, isQueued, limitMinutes, onType, onSend }: Props) {
  const t = useTranslations("agents.conversation");
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const send = () => {
    field.current?.focus();
    if (maySend) onSend();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <>
      <div className={classes.write}>
        <Textarea
          ref={field}
          flex={1}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={MAX_MESSAGE}
          aria-label={t("message")}
          placeholder={t("placeholder")}
          value={draft}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
          onKeyDown={press}
        />
        <ActionIcon
          size={36}
          aria-label={t("send")}
          onClick={send}
          disabled={!maySend || draft.trim() === ""}
        >
          <IconArrowUp size={18} aria-hidden />
        </ActionIcon>
      </div>
      <Text size="xs" c="dimmed" mt={6} aria-live="polite">
        {isQueued ? t("queued") : t("sendHelp", { minutes: limitMinutes })}
      </Text>
    </>
  );
}
