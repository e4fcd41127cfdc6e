"use client";

import { ColumnButton, type ColumnMenuProps } from "./column-button";
import { openerProps, useRequested } from "./use-requested";

const loadList = async () => (await import("./column-menu-list")).ColumnMenuList;

/** Chooses the columns of a table, and their widths by keyboard. */
export function ColumnMenu(props: ColumnMenuProps) {
  const list = useRequested(loadList);
  return list.Part === null ? <ColumnButton {...openerProps("menu", list)} /> : <list.Part {...props} />;
}
