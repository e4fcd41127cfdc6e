"use client";

import { Button, Group, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Modal } from "./modal";

export type Question = {
  /** The question. */
  title: string;
  /** The consequence of confirming. */
  message: ReactNode;
  /** The text of the confirming button. */
  confirm: string;
  /** Of the button that does it: red unless what it does can be undone. */
  confirmColor?: string;
  /** The text of the button that changes nothing; "Cancel" by default. */
  dismiss?: string;
  /** Does it; the question stays open until it has ended. */
  onConfirm: () => Promise<unknown> | unknown;
};

/** Asks before an action that cannot be undone. The focus returns to the control that opened it. */
export function ConfirmDialog({
  opened,
  onClose,
  title,
  message,
  confirm,
  confirmColor = "red",
  dismiss,
  onConfirm,
}: Question & { opened: boolean; onClose: () => void }) {
  const t = useTranslations("common");
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered>
      <Text component="div" size="sm">
        {message}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {dismiss ?? t("cancel")}
        </Button>
        <Button color={confirmColor} loading={busy} onClick={act}>
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}
