"use client";

import { NativeSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import { TagsInput } from "@/components/tags-input";
import type { VariableValues } from "./agent-form";
import { DigitsFields } from "./digits-fields";
import rows from "./rows.module.css";

const CATEGORIES = ["general", "health", "financial"] as const;

type Props = {
  at: number;
  variable: VariableValues;
  change: (at: number, changes: Partial<VariableValues>) => void;
};

/** The settings of a variable that are seldom changed: its category, what a choice offers, and the form of a number. */
export function VariableDetails({ at, variable, change }: Props) {
  const t = useTranslations("agents");
  return (
    <div className={rows.details}>
      <NativeSelect
        label={t("field.category")}
        data-path={`variables.${at}.category`}
        data={CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
        value={variable.category}
        onChange={(event) => {
          const category = CATEGORIES.find((candidate) => candidate === event.currentTarget.value);
          if (category !== undefined) change(at, { category });
        }}
      />
      {variable.type === "choice" && (
        <TagsInput
          label={t("field.choices")}
          description={t("variables.choicesHelp")}
          data-path={`variables.${at}.choices`}
          value={variable.choices}
          onChange={(choices) => change(at, { choices })}
        />
      )}
      {variable.type === "string" && <DigitsFields at={at} digits={variable.digits} change={change} />}
    </div>
  );
}
