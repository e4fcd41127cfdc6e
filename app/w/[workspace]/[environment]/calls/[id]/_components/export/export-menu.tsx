"use client";

import { openerProps, useRequested } from "@/components/use-requested";
import { ExportButton } from "./export-button";
import type { ExportMenuProps } from "./export-menu-list";

const loadList = async () => (await import("./export-menu-list")).ExportMenuList;

/** Exports or prints a call. */
export function ExportMenu(props: ExportMenuProps) {
  const list = useRequested(loadList);
  return list.Part === null ? <ExportButton {...openerProps("menu", list)} /> : <list.Part {...props} />;
}
