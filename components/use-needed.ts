"use client";

import { type ComponentType, useEffect } from "react";
import { useRequested } from "./use-requested";

/**
 * A component whose code is loaded as soon as the page needs it, without a click. Null until then; once loaded, it stays.
 * `load` imports it and must be the same function in each render.
 */
export function useNeeded<Props>(load: () => Promise<ComponentType<Props>>, isNeeded: boolean) {
  const { Part, request } = useRequested(load);
  useEffect(() => {
    if (isNeeded) void request();
  }, [isNeeded, request]);
  return Part;
}
