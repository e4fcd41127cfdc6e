"use client";

import { type ComponentType, useEffect } from "react";
import { useRequested } from "./use-requested";

type Props<PartProps> = {
  /** Imports the part; the same function in each render. */
  load: () => Promise<ComponentType<PartProps>>;
  /** Whether the page needs the part now. Once loaded, it stays. */
  isNeeded: boolean;
  props: PartProps & object;
};

/** A part of a page that is loaded when the page first needs it. */
export function Requested<PartProps>({ load, isNeeded, props }: Props<PartProps>) {
  const { Part, request } = useRequested(load);
  useEffect(() => {
    if (isNeeded) void request();
  }, [isNeeded, request]);
  return Part === null ? null : <Part {...props} />;
}
