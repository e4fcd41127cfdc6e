"use client";

import type { ComponentType } from "react";
import { useNeeded } from "./use-needed";

type Props<PartProps> = {
  /** Imports the part; the same function in each render. */
  load: () => Promise<ComponentType<PartProps>>;
  /** Whether the page needs the part now. Once loaded, it stays. */
  isNeeded: boolean;
  props: PartProps & object;
};

/** A part of a page that is loaded when the page first needs it. */
export function Requested<PartProps>({ load, isNeeded, props }: Props<PartProps>) {
  const Part = useNeeded(load, isNeeded);
  return Part === null ? null : <Part {...props} />;
}
