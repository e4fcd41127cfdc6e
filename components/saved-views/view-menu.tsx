"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useAddress } from "../use-address";
import { openerProps, useRequested } from "../use-requested";
import { queryOf } from "./saved-view";
import { useChangeView } from "./use-change-view";
import { ViewMenuButton, type ViewMenuProps } from "./view-menu-button";

type Props = ViewMenuProps & { names: readonly string[]; isModified: boolean };

const loadList = async () => (await import("./view-menu-list")).ViewMenuList;

/** Updates, renames, shares and deletes the active view. */
export function ViewMenu({ view, names, mayShare, isModified }: Props) {
  const t = useTranslations("common.views");
  const { busy, change } = useChangeView(view);
  const { get } = useAddress();
  const list = useRequested(loadList);
  return (
    <>
      {isModified && (
        <Button size="xs" loading={busy} onClick={() => change({ query: queryOf(names, get) }, t("updated"))}>
          {t("update")}
        </Button>
      )}
      {list.Part === null ? (
        <ViewMenuButton view={view} {...openerProps("menu", list)} />
      ) : (
        <list.Part view={view} mayShare={mayShare} />
      )}
    </>
  );
}
