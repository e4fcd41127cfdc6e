"use client";

import { Kbd } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Table } from "@/components/table";
import { SHORTCUTS, type ShortcutName } from "./shortcuts";

const KEY_LABELS: Readonly<Record<string, string>> = { ArrowLeft: "←", ArrowRight: "→" };

/** The keys of each shortcut. */
export function ShortcutList() {
  const t = useTranslations("calls.shortcuts");
  const tAdjacent = useTranslations("calls.adjacent");
  const labelOf = (name: ShortcutName): string => {
    if (name === "previousCall") return tAdjacent("previous");
    return name === "nextCall" ? tAdjacent("next") : t(name);
  };
  return (
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
  );
}
