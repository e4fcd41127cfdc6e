"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { Modal } from "../modal";

type Props = Pick<ButtonProps, "color"> & {
  /** The text of the button. */
  label: string;
  title: string;
  /** The form of the dialog. */
  children: (close: () => void) => ReactNode;
};

/** A button of the selection's bar that asks for details first. */
export function BulkDialog({ label, title, children, ...button }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={open} {...button}>
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={title} centered>
        {children(close)}
      </Modal>
    </>
  );
}
