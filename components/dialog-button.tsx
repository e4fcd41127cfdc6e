"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { type ComponentType, type ReactNode, useState } from "react";
import { Modal } from "./modal";
import { useDialogRequest } from "./use-address-dialog";
import { useRequested } from "./use-requested";

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
  const { Part, request, preload } = useRequested(load);
  const [isWanted, setWanted] = useState(false);
  const close = () => setWanted(false);
  const open = () => {
    setWanted(true);
    if (Part === null) void request();
  };
  useDialogRequest(parameter, open);
  return (
    <>
      <Button {...button} onClick={open} onPointerEnter={preload} onFocus={preload}>
        {children}
      </Button>
      <Modal opened={isWanted && Part !== null} onClose={close} title={title} size={size} centered>
        {Part !== null && <Part onDone={close} />}
      </Modal>
    </>
  );
}
