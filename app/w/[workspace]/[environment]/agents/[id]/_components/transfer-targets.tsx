"use client";

import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { MAX_TRANSFER_TARGETS } from "@/lib/agents/agents/values";
import { useDraft } from "./draft-context";
import { focusPath } from "./focus-path";
import { newRowKey } from "./list-edit";
import { RowList } from "./row-list";
import rows from "./rows.module.css";
import { TransferTargetRow } from "./transfer-target-row";
import { useList } from "./use-list";
import { useRowMoves } from "./use-row-moves";

/** The further people to whom calls are transferred, in the order in which they are called. */
export function TransferTargets() {
  const t = useTranslations("agents");
  const keys = useDraft(({ values }) => values.transfer_targets.map(({ key }) => key).join(" "));
  const rowKeys = keys === "" ? [] : keys.split(" ");
  const list = useList("transfer_targets");
  const moves = useRowMoves(list.move, rowKeys.length);
  function add(): void {
    list.add({ key: newRowKey(), to: "", hours: null });
    focusPath(`transfer_targets.${rowKeys.length}.to`);
  }
  return (
    <div>
      <Text size="sm" fw={500}>
        {t("field.transferTargets")}
      </Text>
      <Text size="xs" c="dimmed" mb="xs" maw={640}>
        {t("transfer.help")}
      </Text>
      <RowList
        label={t("field.transferTargets")}
        isEmpty={rowKeys.length === 0}
        add={t("transfer.add")}
        onAdd={rowKeys.length < MAX_TRANSFER_TARGETS ? add : null}
        announcement={moves.announcement}
        head={
          <div className={rows.outcome}>
            <span>{t("field.to")}</span>
            <span>{t("field.hours")}</span>
          </div>
        }
      >
        {rowKeys.map((key, at) => (
          <TransferTargetRow
            key={key}
            at={at}
            isLast={at === rowKeys.length - 1}
            change={list.change}
            move={moves.move}
            remove={list.remove}
          />
        ))}
      </RowList>
    </div>
  );
}
