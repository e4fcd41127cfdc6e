"use client";

import { Button, type ButtonProps, Group, Modal, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";

type Props = ButtonProps & {
  /** The button's text; `aria-label` if a list needs a longer name. */
  children: ReactNode;
  "aria-label"?: string;
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

/** A button that asks before it does what cannot be undone. The focus goes back to it. */
export function ConfirmButton({
  children,
  title,
  message,
  confirm,
  confirmColor = "red",
  dismiss,
  onConfirm,
  ...props
}: Props) {
  const t = useTranslations("common");
  const [opened, { open, close }] = useDisclosure(false);
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    try {
      await onConfirm();
      close();
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="default" onClick={open} {...props}>
        {children}
      </Button>
      <Modal opened={opened} onClose={close} title={title} centered>
        <Text component="div" size="sm">
          {message}
        </Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close} data-autofocus>
            {dismiss ?? t("cancel")}
          </Button>
          <Button color={confirmColor} loading={busy} onClick={act}>
            {confirm}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
