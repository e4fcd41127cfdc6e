"use client";

import { useTranslations } from "next-intl";
import { memo, useId } from "react";
import type { OutcomeValues } from "./agent-form";
import { useDraft, useProblem } from "./draft-context";
import { RowActions } from "./row-actions";
import { RowProblems } from "./row-problems";
import rows from "./rows.module.css";
import { moveByKey } from "./variable-row";

type Props = {
  at: number;
  isLast: boolean;
  change: (at: number, changes: Partial<OutcomeValues>) => void;
  move: (from: number, to: number) => void;
  remove: (at: number) => void;
};

/** An outcome, edited in place. */
export const OutcomeRow = memo(function OutcomeRow({ at, isLast, change, move, remove }: Props) {
  const t = useTranslations("agents");
  const outcome = useDraft(({ values }) => values.outcomes[at]);
  const tagProblem = useProblem(`outcomes.${at}.tag`);
  const id = useId();
  if (outcome === undefined) return null;
  const title = outcome.tag || t("outcomes.unnamed", { number: at + 1 });
  const onMove = (offset: -1 | 1) => move(at, at + offset);
  return (
    <li>
      <fieldset aria-label={title} className={rows.outcome} onKeyDown={(event) => moveByKey(event, onMove)}>
        <input
          className={rows.name}
          aria-label={t("field.tag")}
          aria-invalid={tagProblem !== undefined}
          aria-describedby={`${id}-problems`}
          placeholder={t("outcomes.tagExample")}
          data-path={`outcomes.${at}.tag`}
          value={outcome.tag}
          spellCheck={false}
          onChange={(event) => change(at, { tag: event.currentTarget.value })}
        />
        <input
          className={rows.text}
          aria-label={t("field.description")}
          data-path={`outcomes.${at}.description`}
          maxLength={1_000}
          value={outcome.description}
          onChange={(event) => change(at, { description: event.currentTarget.value })}
        />
        <RowActions
          title={title}
          isFirst={at === 0}
          isLast={isLast}
          onMove={onMove}
          onRemove={() => remove(at)}
        />
        <RowProblems path={`outcomes.${at}`} id={`${id}-problems`} />
      </fieldset>
    </li>
  );
});
