"use client";

import { ActionIcon, Button, type ButtonProps } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import type { UpdateView } from "@/lib/data/views/schema";
import { api } from "../api";
import { useAction } from "../use-action";
import { useAddress } from "../use-address";
import { openerProps, useRequested } from "../use-requested";
import { queryOf, type SavedView } from "./saved-view";

export type ViewMenuProps = { view: SavedView; mayShare: boolean };
type Props = ViewMenuProps & { names: readonly string[]; isModified: boolean };
type ButtonOnly = Omit<ComponentProps<"button">, keyof ButtonProps | "name">;

const loadList = async () => (await import("./view-menu-list")).ViewMenuList;

/** The button that opens the options of a view. */
export function ViewMenuButton({ view, ...button }: ButtonOnly & { view: SavedView }) {
  const t = useTranslations("common.views");
  return (
    <ActionIcon {...button} variant="default" size={30} aria-label={t("options", { name: view.name })}>
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  );
}

/** Changes a view: to the current filters, or by a dialog of the menu. */
export function useChangeView(view: SavedView) {
  const { busy, run } = useAction();
  const change = (body: UpdateView, done: string) =>
    run(() => api.patch("/v1/views/:id", { params: { id: view.id }, body }), { done });
  return { busy, change };
}

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
