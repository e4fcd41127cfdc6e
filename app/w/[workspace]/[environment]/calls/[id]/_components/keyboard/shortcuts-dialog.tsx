"use client";

import { useTranslations } from "next-intl";
import { Modal } from "@/components/modal";
import { Requested } from "@/components/requested";

const loadList = async () => (await import("./shortcut-list")).ShortcutList;

/** The dialog with the keyboard shortcuts. */
export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations("calls.shortcuts");
  const tCommon = useTranslations("common");
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("title")}
      closeButtonProps={{ "aria-label": tCommon("close") }}
      centered
    >
      <Requested load={loadList} isNeeded props={{}} />
    </Modal>
  );
}
