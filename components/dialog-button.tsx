"use client";

import { Button, type ButtonProps } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";
import { Modal } from "./modal";
import { useDialogPart } from "./use-dialog-part";

type Content = ComponentType<{ onDone: () => void }>;
type Props = Pick<ButtonProps, "variant" | "leftSection"> & {
  children: ReactNode;
  title: string;
  /** Imports the content of the dialog; the same function in each render. */
  load: () => Promise<Content>;
  size?: "md" | "lg";
  /** The parameter of the page's address that opens the dialog without a click: `new` of `?new=true`. */
  parameter?: string;
};

/** A button and its dialog, whose content is loaded when the dialog is first opened. */
export function DialogButton(props: Props) {
  const { children, title, load, size = "md", parameter, ...button } = props;
  const { Part, opened, close, opener } = useDialogPart(load, parameter);
  return (
    <>
      <Button {...button} {...opener}>
        {children}
      </Button>
      <Modal opened={opened} onClose={close} title={title} size={size} centered>
        {Part !== null && <Part onDone={close} />}
      </Modal>
    </>
  );
}
