"use client";

import { useTranslations } from "next-intl";
import { useDraft } from "./draft-context";
import { focusPath } from "./focus-path";
import { newVariable } from "./list-edit";
import { RowList } from "./row-list";
import rows from "./rows.module.css";
import { Section } from "./section";
import { useList } from "./use-list";
import { useRowMoves } from "./use-row-moves";
import { VariableRow } from "./variable-row";

type Props = { disabled: boolean; canMarkLive: boolean };

/** The table of variables. It renders again when rows are added, moved or removed; each row renders its own edits. */
export function VariablesSection({ disabled, canMarkLive }: Props) {
  const t = useTranslations("agents");
  const keys = useDraft(({ values }) => values.variables.map(({ key }) => key).join(" "));
  const rowKeys = keys === "" ? [] : keys.split(" ");
  const list = useList("variables");
  const moves = useRowMoves(list.move, rowKeys.length);
  function add(): void {
    list.add(newVariable());
    focusPath(`variables.${rowKeys.length}.name`);
  }
  return (
    <Section id="variables" disabled={disabled} description={t("variables.help")}>
      <RowList
        label={t("section.variables")}
        isEmpty={rowKeys.length === 0}
        empty={t("variables.empty")}
        add={t("variables.add")}
        onAdd={add}
        announcement={moves.announcement}
        head={
          <div className={rows.variable}>
            <span>{t("field.name")}</span>
            <span>{t("field.type")}</span>
            <span>{t("field.description")}</span>
            <span>{t("field.required")}</span>
            <span>{t("field.sensitive")}</span>
          </div>
        }
      >
        {rowKeys.map((key, at) => (
          <VariableRow
            key={key}
            at={at}
            isLast={at === rowKeys.length - 1}
            canMarkLive={canMarkLive}
            change={list.change}
            move={moves.move}
            remove={list.remove}
          />
        ))}
      </RowList>
    </Section>
  );
}
