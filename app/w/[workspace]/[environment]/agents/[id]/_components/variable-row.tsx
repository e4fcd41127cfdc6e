"use client";

import { IconChevronDown } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo, useState } from "react";
import type { VariableValues } from "./agent-form";
import { BuiltinWarning } from "./builtin-warning";
import { marksLive } from "./draft-changes";
import { useDraft } from "./draft-context";
import { EditableRow, type RowProps } from "./editable-row";
import rows from "./rows.module.css";
import { VariableDetails } from "./variable-details";

const TYPES = ["string", "number", "boolean", "date", "time", "phone", "email", "choice"] as const;

type Props = RowProps & {
  /** Whether this member may mark variables of the live agent as sensitive. */
  canMarkLive: boolean;
  change: (at: number, changes: Partial<VariableValues>) => void;
};

/** A variable, edited in place. It subscribes to its own values, so that typing in another row does not render it. */
export const VariableRow = memo(function VariableRow({ canMarkLive, change, ...row }: Props) {
  const { at } = row;
  const t = useTranslations("agents");
  const variable = useDraft(({ values }) => values.variables[at]);
  const isGuarded = useDraft((state) => !canMarkLive && marksLive(state, variable?.name ?? ""));
  const hasDetailProblem = useDraft(({ problems }) =>
    Object.keys(problems).some((path) =>
      /^(choices|category|digits)/.test(path.split(`variables.${at}.`)[1] ?? ""),
    ),
  );
  const [isOpened, setOpened] = useState(false);
  if (variable === undefined) return null;
  const title = variable.name || t("variables.unnamed", { number: at + 1 });
  const isOpen = isOpened || hasDetailProblem;
  return (
    <EditableRow
      {...row}
      list="variables"
      className={rows.variable}
      title={title}
      name={{
        field: "name",
        example: t("variables.nameExample"),
        value: variable.name,
        onChange: (name) => change(at, { name }),
      }}
      action={
        <button
          type="button"
          className={rows.action}
          aria-label={t("rows.details", { name: title })}
          aria-expanded={isOpen}
          onClick={() => setOpened(!isOpen)}
        >
          <IconChevronDown size={15} aria-hidden />
        </button>
      }
      details={
        isOpen && (
          <>
            <BuiltinWarning variable={variable} />
            <VariableDetails at={at} variable={variable} change={change} />
          </>
        )
      }
    >
      <select
        className={rows.select}
        aria-label={t("field.type")}
        data-path={`variables.${at}.type`}
        value={variable.type}
        onChange={(event) => {
          const type = TYPES.find((candidate) => candidate === event.currentTarget.value) ?? "string";
          change(at, { type });
          if (type === "choice") setOpened(true);
        }}
      >
        {TYPES.map((type) => (
          <option key={type} value={type}>
            {t(`variableType.${type}`)}
          </option>
        ))}
      </select>
      <input
        className={rows.text}
        aria-label={t("field.description")}
        placeholder={t("variables.descriptionExample")}
        data-path={`variables.${at}.description`}
        maxLength={1_000}
        value={variable.description}
        onChange={(event) => change(at, { description: event.currentTarget.value })}
      />
      <label className={rows.checkCell}>
        <input
          type="checkbox"
          className={rows.check}
          aria-label={t("field.required")}
          data-path={`variables.${at}.required`}
          checked={variable.required}
          onChange={(event) => change(at, { required: event.currentTarget.checked })}
        />
        <span aria-hidden>{t("field.required")}</span>
      </label>
      <label className={rows.checkCell}>
        <input
          type="checkbox"
          className={rows.check}
          aria-label={isGuarded ? t("variables.sensitiveLocked") : t("field.sensitive")}
          data-path={`variables.${at}.sensitive`}
          disabled={isGuarded}
          checked={variable.sensitive}
          onChange={(event) => change(at, { sensitive: event.currentTarget.checked })}
        />
        <span aria-hidden>{t("field.sensitive")}</span>
      </label>
    </EditableRow>
  );
});
