"use client";

import { useEffect, useRef, useState } from "react";
import { useAddress } from "./use-address";

/**
 * Calls `open` if the page's address contains `?<name>=true`, and removes the parameter at once: the record that the dialog
 * creates may open another page, and Back or a reload must not open the dialog again.
 */
export function useDialogRequest(name: string | undefined, open: () => void): void {
  const address = useAddress();
  const isRequested = name !== undefined && address.get(name) !== null;
  const latest = useRef({ address, open });
  useEffect(() => {
    latest.current = { address, open };
  });
  useEffect(() => {
    if (name === undefined || !isRequested) return;
    latest.current.open();
    latest.current.address.set({ [name]: null }, { replace: true });
  }, [name, isRequested]);
}

/** The state of a dialog that a click opens, or `?<name>=true` in the page's address. */
export function useAddressDialog(name: string) {
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
  useDialogRequest(name, open);
  return { opened, open, close: () => setOpened(false) };
}
