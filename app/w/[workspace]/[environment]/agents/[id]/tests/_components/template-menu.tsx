"use client";

import { openerProps, useRequested } from "@/components/use-requested";
import { TemplateButton } from "./template-button";
import type { TemplateMenuProps } from "./template-menu-list";

const loadList = async () => (await import("./template-menu-list")).TemplateMenuList;

/** Adds a case from a template. */
export function TemplateMenu(props: TemplateMenuProps) {
  const list = useRequested(loadList);
  return list.Part === null ? <TemplateButton {...openerProps("menu", list)} /> : <list.Part {...props} />;
}
