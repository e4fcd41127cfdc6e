"use client";

import { useTranslations } from "next-intl";
import { DraftRows } from "./draft-rows";
import { newVariable } from "./list-edit";
import rows from "./rows.module.css";
import { Section } from "./section";
import { VariableRow } from "./variable-row";

type Props = { disabled: boolean; canMarkLive: boolean };

/** The table of variables. */
export function VariablesSection({ disabled, canMarkLive }: Props) {
  const t = useTranslations("agents");
  return (
    <Section id="variables" disabled={disabled} description={t("variables.help")}>
      <DraftRows
        list="variables"
        label={t("section.variables")}
        heads={[
          t("field.name"),
          t("field.type"),
          t("field.description"),
          t("field.required"),
          t("field.sensitive"),
        ]}
        className={rows.variable}
        empty={t("variables.empty")}
        add={t("variables.add")}
        newRow={newVariable}
        renderRow={(row) => <VariableRow {...row} canMarkLive={canMarkLive} />}
      />
    </Section>
  );
}
