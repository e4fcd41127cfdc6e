"use client";

import { ActionIcon, Text, Textarea } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import classes from "./rehearsal.module.css";

/** The API's own limit of a message. */
const MAX_MESSAGE = 4_000;

type Props = { draft: string; maySend: boolean; onType: (text: string) => void; onSend: () => void };

/** Where one speaks as the caller. One may write on while the agent speaks; the field keeps the focus. */
export function Composer({ draft, maySend, onType, onSend }: Props) {
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
          aria-label="Your message"
          placeholder="Answer as the caller"
          value={draft}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
          onKeyDown={press}
        />
        <ActionIcon size={36} aria-label="Send" onClick={send} disabled={!maySend || draft.trim() === ""}>
          <IconArrowUp size={18} aria-hidden />
        </ActionIcon>
      </div>
      <Text size="xs" c="dimmed" mt={6}>
        Enter sends, Shift and Enter begins a new line.
      </Text>
    </>
  );
}
