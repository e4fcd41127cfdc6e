"use client";

import { IconUsers } from "@tabler/icons-react";
import NextLink from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useAddress } from "../use-address";
import { openerProps, useRequested } from "../use-requested";
import { MoreViewsButton } from "./more-views-button";
import { SaveView } from "./save-view";
import {
  activeView,
  isSameQuery,
  type SavedView,
  type SavedViews,
  splitViews,
  VIEW,
  viewHref,
} from "./saved-view";
import { ViewMenu } from "./view-menu";
import classes from "./view-tabs.module.css";

type Props = SavedViews & {
  /** The name of the view without filters: "All calls". */
  all: string;
  /** The parameters of the address that a view stores. */
  names: readonly string[];
};

type TabProps = { view: SavedView | null; isActive: boolean; name: string; isModified?: boolean };

function Tab({ view, isActive, name, isModified = false }: TabProps) {
  const t = useTranslations("common.views");
  const path = usePathname();
  const { get } = useAddress();
  return (
    <NextLink
      href={viewHref(path, view, get("columns"))}
      prefetch={false}
      scroll={false}
      className={classes.tab}
      {...(isActive && { "aria-current": "page" as const })}
    >
      <bdi>{name}</bdi>
      {view?.shared && <IconUsers size={14} role="img" aria-label={t("shared")} />}
      {isModified && <span className={classes.modified}>{t("modified")}</span>}
    </NextLink>
  );
}

const loadMoreViews = async () => (await import("./more-views")).MoreViews;

function MoreViewsMenu({ views }: { views: readonly SavedView[] }) {
  const list = useRequested(loadMoreViews);
  return list.Part === null ? (
    <MoreViewsButton count={views.length} {...openerProps("menu", list)} />
  ) : (
    <list.Part views={views} />
  );
}

/** The saved views of a list, with the actions of the active one. */
export function ViewTabs({ all, names, ...saved }: Props) {
  const t = useTranslations("common.views");
  const address = useAddress();
  const active = activeView(saved.views, names, address.get);
  const isModified = active !== undefined && !isSameQuery(active, names, address.get);
  const { tabs, menu } = splitViews(saved.views, active);
  const isFiltered = names.some((name) => Boolean(address.get(name)));
  const select = (id: string) => address.set({ [VIEW]: id });
  if (saved.views.length === 0 && !saved.maySave) return null;
  return (
    <div className={classes.bar}>
      <nav aria-label={t("label")} className={classes.tabs}>
        <Tab view={null} name={all} isActive={active === undefined && !isFiltered} />
        {tabs.map((view) => (
          <Tab
            key={view.id}
            view={view}
            name={view.name}
            isActive={view === active}
            isModified={view === active && isModified}
          />
        ))}
        {menu.length > 0 && <MoreViewsMenu views={menu} />}
      </nav>
      <div className={classes.actions}>
        {saved.maySave && isFiltered && (active === undefined || isModified) && (
          <SaveView
            resource={saved.resource}
            mayShare={saved.mayShare}
            names={names}
            isCopy={active !== undefined}
            onSaved={select}
          />
        )}
        {active?.mayChange && saved.maySave && (
          <ViewMenu
            key={active.id}
            view={active}
            names={names}
            mayShare={saved.mayShare}
            isModified={isModified}
          />
        )}
      </div>
    </div>
  );
}
