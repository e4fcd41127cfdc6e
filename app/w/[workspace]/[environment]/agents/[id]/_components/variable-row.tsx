"use client";

import { IconChevronDown } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, memo, useId, useState } from "react";
import type { VariableValues } from "./agent-form";
import { marksLive } from "./draft-changes";
import { useDraft, useProblem } from "./draft-context";
import { RowActions } from "./row-actions";
import { RowProblems } from "./row-problems";
import rows from "./rows.module.css";
import { VariableDetails } from "./variable-details";

const TYPES = ["string", "number", "boolean", "date", "time", "phone", "email", "choice"] as const;

type Props = {
  at: number;
  isLast: boolean;
  /** Whether this member may mark variables of the live agent as sensitive. */
  canMarkLive: boolean;
  change: (at: number, changes: Partial<VariableValues>) => void;
  move: (from: number, to: number) => void;
  remove: (at: number) => void;
};

/** Moves the row of the focused field with Alt and an arrow key. */
export const moveByKey = (event: KeyboardEvent, move: (offset: -1 | 1) => void): void => {
  if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
  event.preventDefault();
  move(event.key === "ArrowUp" ? -1 : 1);
};

/** A variable, edited in place. It subscribes to its own values, so that typing in another row does not render it. */
export const VariableRow = memo(function VariableRow(props: Props) {
  const { at, isLast, canMarkLive, change, move, remove } = props;
  const t = useTranslations("agents");
  const variable = useDraft(({ values }) => values.variables[at]);
  const isGuarded = useDraft((state) => !canMarkLive && marksLive(state, variable?.name ?? ""));
  const nameProblem = useProblem(`variables.${at}.name`);
  const hasDetailProblem = useDraft(({ problems }) =>
    Object.keys(problems).some((path) => /^(choices|category)/.test(path.split(`variables.${at}.`)[1] ?? "")),
  );
  const [isOpened, setOpened] = useState(false);
  const id = useId();
  if (variable === undefined) return null;
  const title = variable.name || t("variables.unnamed", { number: at + 1 });
  const isOpen = isOpened || hasDetailProblem;
  const onMove = (offset: -1 | 1) => move(at, at + offset);
  return (
    <li>
      <fieldset aria-label={title} className={rows.variable} onKeyDown={(event) => moveByKey(event, onMove)}>
        <input
          className={rows.name}
          aria-label={t("field.name")}
          aria-invalid={nameProblem !== undefined}
          aria-describedby={`${id}-problems`}
          placeholder={t("variables.nameExample")}
          data-path={`variables.${at}.name`}
          value={variable.name}
          spellCheck={false}
          onChange={(event) => change(at, { name: event.currentTarget.value })}
        />
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
        <RowActions
          title={title}
          isFirst={at === 0}
          isLast={isLast}
          onMove={onMove}
          onRemove={() => remove(at)}
        >
          <button
            type="button"
            className={rows.action}
            aria-label={t("rows.details", { name: title })}
            aria-expanded={isOpen}
            onClick={() => setOpened(!isOpen)}
          >
            <IconChevronDown size={15} aria-hidden />
          </button>
        </RowActions>
        {isOpen && <VariableDetails at={at} variable={variable} change={change} />}
        <RowProblems path={`variables.${at}`} id={`${id}-problems`} />
      </fieldset>
    </li>
  );
});
