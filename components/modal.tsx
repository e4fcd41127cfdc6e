"use client";

import type { ModalProps } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useRequested } from "./use-requested";

const loadModal = async () => (await import("./loaded-modal")).LoadedModal;

/** Loads the code of dialogs before one is needed: for a dialog that must open without a network. */
export const preloadModal = (): void => void loadModal().catch(() => undefined);

/** A dialog, with the properties of Mantine's. Its code is loaded when a dialog of the page is first opened. */
export function Modal(props: ModalProps) {
  const { opened, onClose } = props;
  const { Part, request } = useRequested(loadModal);
  const latestClose = useRef(onClose);
  useEffect(() => {
    latestClose.current = onClose;
  });
  useEffect(() => {
    if (!opened) return;
    // The failure is reported. A dialog that counts as closed can be opened again.
    void request().then((isLoaded) => isLoaded || latestClose.current());
  }, [opened, request]);
  return Part === null ? null : <Part {...props} />;
}
