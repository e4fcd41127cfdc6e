"use client";

import { Kbd } from "@mantine/core";
import { useOs } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { Modal } from "@/components/modal";
import { Table } from "@/components/table";

type Props = { opened: boolean; onClose: () => void };

/** The keyboard shortcuts of every page. */
export function ShortcutHelp({ opened, onClose }: Props) {
  const t = useTranslations("shell");
  const os = useOs();
  const shortcuts = [
    { name: "palette", label: t(os === "macos" ? "palette.shortcut.mac" : "palette.shortcut.other") },
    { name: "nextRow", label: "j" },
    { name: "previousRow", label: "k" },
    { name: "openRow", label: t("shortcuts.enter") },
    { name: "callHelp", label: "?" },
  ] as const;
  return (
    <Modal opened={opened} onClose={onClose} title={t("shortcuts.title")} centered>
      <Table withRowBorders={false}>
        <Table.Tbody>
          {shortcuts.map(({ name, label }) => (
            <Table.Tr key={name}>
              <Table.Td>{t(`shortcuts.${name}`)}</Table.Td>
              <Table.Td ta="end">
                <Kbd>{label}</Kbd>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
