"use client";

import { useTranslations } from "next-intl";
import { DraftRows } from "./draft-rows";
import { newRowKey } from "./list-edit";
import { OutcomeRow } from "./outcome-row";
import rows from "./rows.module.css";
import { Section } from "./section";

export function OutcomesSection({ disabled }: { disabled: boolean }) {
  const t = useTranslations("agents");
  return (
    <Section id="outcomes" disabled={disabled} description={t("outcomes.help")}>
      <DraftRows
        list="outcomes"
        label={t("section.outcomes")}
        heads={[t("field.tag"), t("field.description")]}
        className={rows.outcome}
        add={t("outcomes.add")}
        newRow={() => ({ key: newRowKey(), tag: "", description: "" })}
        renderRow={(row) => <OutcomeRow {...row} />}
      />
    </Section>
  );
}
