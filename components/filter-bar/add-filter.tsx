"use client";

import type { RefObject } from "react";
import { openerProps, useRequested } from "../use-requested";
import { AddFilterButton } from "./add-filter-button";
import type { Changes, Filter, Get } from "./filter";

export type AddFilterProps = {
  filters: readonly Filter[];
  get: Get;
  onApply: (changes: Changes) => void;
  /** The button of the list, which stays. */
  button: RefObject<HTMLButtonElement | null>;
};

const loadList = async () => (await import("./filter-list")).FilterList;

/** Chooses a filter from a searchable list, then its value. */
export function AddFilter(props: AddFilterProps) {
  const list = useRequested(loadList);
  if (list.Part !== null) return <list.Part {...props} />;
  return <AddFilterButton ref={props.button} {...openerProps("dialog", list)} />;
}
