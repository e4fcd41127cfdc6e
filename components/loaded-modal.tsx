"use client";

import { Modal, type ModalProps } from "@mantine/core";
import { useLayoutEffect, useState } from "react";

/** Mantine's modal. It opens behind its first render, so that it notes where the focus was and returns it there. */
export function LoadedModal({ opened, ...props }: ModalProps) {
  const [isRendered, setRendered] = useState(false);
  useLayoutEffect(() => setRendered(true), []);
  return <Modal opened={opened && isRendered} {...props} />;
}
