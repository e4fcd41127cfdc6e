"use client";

import { useTranslations } from "next-intl";
import { useDraft } from "./draft-context";
import { focusPath } from "./focus-path";
import { newRowKey } from "./list-edit";
import { OutcomeRow } from "./outcome-row";
import { RowList } from "./row-list";
import rows from "./rows.module.css";
import { Section } from "./section";
import { useList } from "./use-list";
import { useRowMoves } from "./use-row-moves";

export function OutcomesSection({ disabled }: { disabled: boolean }) {
  const t = useTranslations("agents");
  const keys = useDraft(({ values }) => values.outcomes.map(({ key }) => key).join(" "));
  const rowKeys = keys === "" ? [] : keys.split(" ");
  const list = useList("outcomes");
  const moves = useRowMoves(list.move, rowKeys.length);
  function add(): void {
    list.add({ key: newRowKey(), tag: "", description: "" });
    focusPath(`outcomes.${rowKeys.length}.tag`);
  }
  return (
    <Section id="outcomes" disabled={disabled} description={t("outcomes.help")}>
      <RowList
        label={t("section.outcomes")}
        isEmpty={rowKeys.length === 0}
        add={t("outcomes.add")}
        onAdd={add}
        announcement={moves.announcement}
        head={
          <div className={rows.outcome}>
            <span>{t("field.tag")}</span>
            <span>{t("field.description")}</span>
          </div>
        }
      >
        {rowKeys.map((key, at) => (
          <OutcomeRow
            key={key}
            at={at}
            isLast={at === rowKeys.length - 1}
            change={list.change}
            move={moves.move}
            remove={list.remove}
          />
        ))}
      </RowList>
    </Section>
  );
}
