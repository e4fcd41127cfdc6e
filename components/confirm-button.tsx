"use client";

import { Button, type ButtonProps, Group, Modal, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type ReactNode, useState } from "react";

type Props = ButtonProps & {
  /** The button's own words; `aria-label` where they need a name in the list around them. */
  children: ReactNode;
  "aria-label"?: string;
  /** The question. */
  title: string;
  /** The consequence of confirming. */
  message: ReactNode;
  /** The words of the button that does it. */
  confirm: string;
  /** Of the button that does it: red unless what it does can be undone. */
  confirmColor?: string;
  /** The words of the button that leaves all as it is. */
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
  dismiss = "Cancel",
  onConfirm,
  ...props
}: Props) {
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
            {dismiss}
          </Button>
          <Button color={confirmColor} loading={busy} onClick={act}>
            {confirm}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
