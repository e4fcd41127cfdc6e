"use client";

import { openerProps, useRequested } from "@/components/use-requested";
import { MoreButton } from "./more-button";
import type { MoreMenuProps } from "./more-menu-list";

const loadList = async () => (await import("./more-menu-list")).MoreMenuList;

/** The less frequent actions on an agent. */
export function MoreMenu(props: MoreMenuProps) {
  const list = useRequested(loadList);
  return list.Part === null ? <MoreButton {...openerProps("menu", list)} /> : <list.Part {...props} />;
}
