"use client";

import { useTranslations } from "next-intl";
import { memo } from "react";
import type { OutcomeValues } from "./agent-form";
import { useDraft } from "./draft-context";
import { EditableRow, type RowProps } from "./editable-row";
import rows from "./rows.module.css";

type Props = RowProps & { change: (at: number, changes: Partial<OutcomeValues>) => void };

/** An outcome, edited in place. */
export const OutcomeRow = memo(function OutcomeRow({ change, ...row }: Props) {
  const { at } = row;
  const t = useTranslations("agents");
  const outcome = useDraft(({ values }) => values.outcomes[at]);
  if (outcome === undefined) return null;
  return (
    <EditableRow
      {...row}
      list="outcomes"
      className={rows.outcome}
      title={outcome.tag || t("outcomes.unnamed", { number: at + 1 })}
      name={{
        field: "tag",
        example: t("outcomes.tagExample"),
        value: outcome.tag,
        onChange: (tag) => change(at, { tag }),
      }}
    >
      <input
        className={rows.text}
        aria-label={t("field.description")}
        data-path={`outcomes.${at}.description`}
        maxLength={1_000}
        value={outcome.description}
        onChange={(event) => change(at, { description: event.currentTarget.value })}
      />
    </EditableRow>
  );
});
