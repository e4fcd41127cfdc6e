"use client";

import { type ComponentType, useState } from "react";
import { useDialogRequest } from "./use-address-dialog";
import { useRequested } from "./use-requested";

/**
 * The state of a dialog whose content is loaded when it is first opened. `load` imports it and must be the same function in
 * each render. `opener`: the properties of the button that opens it. `parameter`: the parameter of the page's address that
 * opens it without a click.
 */
export function useDialogPart<Props>(load: () => Promise<ComponentType<Props>>, parameter?: string) {
  const { Part, request, preload } = useRequested(load);
  const [isRequested, setRequested] = useState(false);
  const open = () => {
    setRequested(true);
    if (Part === null) void request();
  };
  useDialogRequest(parameter, open);
  return {
    Part,
    opened: isRequested && Part !== null,
    close: () => setRequested(false),
    opener: { onClick: open, onPointerEnter: preload, onFocus: preload },
  };
}
