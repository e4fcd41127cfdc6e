"use client";

import { Kbd } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Modal } from "@/components/modal";
import { Table } from "@/components/table";
import { SHORTCUTS, type ShortcutName } from "./shortcuts";

const KEY_LABELS: Readonly<Record<string, string>> = { ArrowLeft: "←", ArrowRight: "→" };

/** The list of keyboard shortcuts. */
export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations("calls.shortcuts");
  const tAdjacent = useTranslations("calls.adjacent");
  const tCommon = useTranslations("common");
  const labelOf = (name: ShortcutName): string => {
    if (name === "previousCall") return tAdjacent("previous");
    return name === "nextCall" ? tAdjacent("next") : t(name);
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("title")}
      closeButtonProps={{ "aria-label": tCommon("close") }}
      centered
    >
      <Table withRowBorders={false}>
        <Table.Tbody>
          {SHORTCUTS.map(({ name, keys }) => (
            <Table.Tr key={name}>
              <Table.Td>{labelOf(name)}</Table.Td>
              <Table.Td ta="end">
                {keys.map((key) => (
                  <Kbd key={key}>{key === " " ? t("space") : (KEY_LABELS[key] ?? key)}</Kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
