"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { Modal } from "./modal";
import { useRequested } from "./use-requested";

type Content = ComponentType<{ onDone: () => void }>;
type Props = Pick<ButtonProps, "variant" | "leftSection"> & {
  children: ReactNode;
  title: string;
  /** Imports the content of the dialog; the same function in each render. */
  load: () => Promise<Content>;
  size?: "md" | "lg";
  /** Opens the dialog without a click, because the page's address says so. */
  isRequested?: boolean;
  onClose?: () => void;
};

/** A button and its dialog, whose content is loaded when the dialog is first opened. */
export function DialogButton(props: Props) {
  const { children, title, load, size = "md", isRequested = false, onClose, ...button } = props;
  const { Part, request, preload } = useRequested(load);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isRequested) return;
    setWanted(true);
    void request();
  }, [isRequested, request]);
  const close = () => {
    setWanted(false);
    onClose?.();
  };
  const open = () => {
    setWanted(true);
    if (Part === null) void request();
  };
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
