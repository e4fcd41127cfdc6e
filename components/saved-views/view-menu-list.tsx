"use client";

import { Menu } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Modal } from "../modal";
import { useOpenAtMount } from "../use-requested";
import { useChangeView } from "./use-change-view";
import { DeleteView, RenameView } from "./view-dialogs";
import { ViewMenuButton, type ViewMenuProps } from "./view-menu-button";

/** The options of a view, with their dialogs. Opens when it is loaded. */
export function ViewMenuList({ view, mayShare }: ViewMenuProps) {
  const t = useTranslations("common.views");
  const { change } = useChangeView(view);
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useOpenAtMount(button);
  const [dialog, setDialog] = useState<"rename" | "delete" | null>(null);
  const close = () => setDialog(null);
  // The dialog returns the focus to what has it when it opens, and the item of the menu disappears.
  const open = (next: "rename" | "delete") => {
    button.current?.focus();
    setDialog(next);
  };
  // Only its owner can make a view private.
  const mayToggle = view.shared ? view.isOwn : mayShare;
  return (
    <>
      <Menu position="bottom-end" opened={opened} onChange={setOpened}>
        <Menu.Target>
          <ViewMenuButton ref={button} view={view} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => open("rename")}>{t("rename")}</Menu.Item>
          {mayToggle && (
            <Menu.Item
              onClick={() => change({ shared: !view.shared }, t(view.shared ? "madePrivate" : "sharedDone"))}
            >
              {t(view.shared ? "makePrivate" : "share")}
            </Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => open("delete")}>
            {t("delete")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={dialog === "rename"} onClose={close} title={t("rename")} centered>
        <RenameView view={view} onDone={close} />
      </Modal>
      <Modal
        opened={dialog === "delete"}
        onClose={close}
        title={t("deleteTitle", { name: view.name })}
        centered
      >
        <DeleteView view={view} onDone={close} />
      </Modal>
    </>
  );
}
