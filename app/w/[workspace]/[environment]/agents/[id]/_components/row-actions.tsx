"use client";

import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import rows from "./rows.module.css";

type Props = {
  /** Names the row in the labels of the buttons. */
  title: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (offset: -1 | 1) => void;
  onRemove: () => void;
  /** A further button before the others. */
  children?: ReactNode;
};

/** The buttons of a row: move up, move down, remove. */
export function RowActions({ title, isFirst, isLast, onMove, onRemove, children }: Props) {
  const t = useTranslations("agents.rows");
  return (
    <div className={rows.actions}>
      {children}
      <button
        type="button"
        className={rows.action}
        aria-label={t("moveUp", { name: title })}
        aria-disabled={isFirst}
        onClick={() => !isFirst && onMove(-1)}
      >
        <IconArrowUp size={15} aria-hidden />
      </button>
      <button
        type="button"
        className={rows.action}
        aria-label={t("moveDown", { name: title })}
        aria-disabled={isLast}
        onClick={() => !isLast && onMove(1)}
      >
        <IconArrowDown size={15} aria-hidden />
      </button>
      <button
        type="button"
        className={rows.action}
        data-danger
        aria-label={t("remove", { name: title })}
        onClick={onRemove}
      >
        <IconTrash size={15} aria-hidden />
      </button>
    </div>
  );
}
