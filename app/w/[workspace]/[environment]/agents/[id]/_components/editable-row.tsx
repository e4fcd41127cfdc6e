"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import { useProblem } from "./draft-context";
import { RowActions } from "./row-actions";
import { RowProblems } from "./row-problems";
import rows from "./rows.module.css";

/** The part of a row that its list gives it. */
export type RowProps = {
  at: number;
  isLast: boolean;
  move: (from: number, to: number) => void;
  remove: (at: number) => void;
};

type Props = RowProps & {
  list: "variables" | "outcomes" | "transfer_targets";
  className: string | undefined;
  /** Names the row in the labels of its group and buttons. */
  title: string;
  /** The field that names the row in the API. */
  name: { field: "name" | "tag" | "to"; example: string; value: string; onChange: (value: string) => void };
  children: ReactNode;
  /** A further button. */
  action?: ReactNode;
  /** Below the fields. */
  details?: ReactNode;
};

/** A row of a list that is edited in place. It is moved with its buttons, or with Alt and an arrow key. */
export function EditableRow(props: Props) {
  const { list, at, isLast, move, remove, className, title, name, children, action, details } = props;
  const t = useTranslations("agents.field");
  const path = `${list}.${at}`;
  const problem = useProblem(`${path}.${name.field}`);
  const problemsId = useId();
  const onMove = (offset: -1 | 1) => move(at, at + offset);
  const moveByKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    onMove(event.key === "ArrowUp" ? -1 : 1);
  };
  return (
    <li>
      <fieldset aria-label={title} className={className} onKeyDown={moveByKey}>
        <input
          className={rows.name}
          aria-label={t(name.field)}
          aria-invalid={problem !== undefined}
          aria-describedby={problemsId}
          placeholder={name.example}
          data-path={`${path}.${name.field}`}
          value={name.value}
          spellCheck={false}
          onChange={(event) => name.onChange(event.currentTarget.value)}
        />
        {children}
        <RowActions
          title={title}
          isFirst={at === 0}
          isLast={isLast}
          onMove={onMove}
          onRemove={() => remove(at)}
        >
          {action}
        </RowActions>
        {details}
        <RowProblems path={path} id={problemsId} />
      </fieldset>
    </li>
  );
}
