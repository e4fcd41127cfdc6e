"use client";

import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useState } from "react";

type Props = {
  /** The consequence. */
  children: ReactNode;
  /** The text to type. */
  word: string;
  action: string;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Confirms an action that cannot be undone by typing a text. */
export function TypedConfirmation({ children, word, action, onCancel, onConfirm }: Props) {
  const t = useTranslations("common");
  const [typed, setTyped] = useState("");
  const isTyped = typed.trim() === word;
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (isTyped) onConfirm();
  };
  return (
    <form onSubmit={confirm}>
      <Stack>
        {children}
        <TextInput
          label={t("selection.typeToConfirm", { word })}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t("cancel")}
          </Button>
          <Button type="submit" color="red" disabled={!isTyped}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
