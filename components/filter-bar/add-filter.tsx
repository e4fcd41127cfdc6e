"use client";

import { openerProps, useRequested } from "../use-requested";
import { AddFilterButton, type AddFilterProps } from "./add-filter-button";

const loadList = async () => (await import("./filter-list")).FilterList;

/** Chooses a filter from a searchable list, then its value. */
export function AddFilter(props: AddFilterProps) {
  const list = useRequested(loadList);
  if (list.Part !== null) return <list.Part {...props} />;
  return <AddFilterButton ref={props.button} {...openerProps("dialog", list)} />;
}
