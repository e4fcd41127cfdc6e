"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { ConfirmDialog, type Question } from "./confirm-dialog";

type Props = ButtonProps &
  Question & {
    /** The button's text; `aria-label` if a list needs a longer name. */
    children: ReactNode;
    "aria-label"?: string;
  };

/** A button that asks before it does what cannot be undone. The focus goes back to it. */
export function ConfirmButton({
  children,
  title,
  message,
  confirm,
  confirmColor,
  dismiss,
  onConfirm,
  ...props
}: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={open} {...props}>
        {children}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={title}
        message={message}
        confirm={confirm}
        {...(confirmColor !== undefined && { confirmColor })}
        {...(dismiss !== undefined && { dismiss })}
        onConfirm={onConfirm}
      />
    </>
  );
}
