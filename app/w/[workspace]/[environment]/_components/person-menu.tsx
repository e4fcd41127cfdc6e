"use client";

import { openerProps, useRequested } from "@/components/use-requested";
import { PersonButton } from "./person-button";

const loadList = async () => (await import("./person-menu-list")).PersonMenuList;

/** The signed-in person, and a menu of their account. */
export function PersonMenu({ person }: { person: { name: string; email: string } }) {
  const list = useRequested(loadList);
  if (list.Part !== null) return <list.Part person={person} />;
  return <PersonButton person={person} {...openerProps("menu", list)} />;
}
