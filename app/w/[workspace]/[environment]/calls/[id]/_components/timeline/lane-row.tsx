"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, memo, useRef, useState } from "react";
import type { Lane, Mark } from "./marks";
import { percentOf } from "./time-axis";
import classes from "./timeline.module.css";

/** The mark that a key moves the focus to. */
function targetIndex(key: string, index: number, count: number): number | null {
  if (key === "ArrowRight") return Math.min(count - 1, index + 1);
  if (key === "ArrowLeft") return Math.max(0, index - 1);
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}

type Props = {
  lane: Lane;
  marks: readonly Mark[];
  lengthMs: number;
  onSelect: (mark: Mark) => void;
  /** Called with the mark under the pointer or with the focus. */
  onPoint: (mark: Mark | null) => void;
};

/** One lane of marks: a single stop of the Tab key, in which arrow keys go from mark to mark. */
export const LaneRow = memo(function LaneRow({ lane, marks, lengthMs, onSelect, onPoint }: Props) {
  const t = useTranslations("calls.timeline");
  const row = useRef<HTMLDivElement>(null);
  const [focusIndex, setFocusIndex] = useState(0);
  const stopIndex = Math.min(focusIndex, marks.length - 1);
  const press = (event: KeyboardEvent) => {
    const target = targetIndex(event.key, stopIndex, marks.length);
    if (target === null) return;
    event.preventDefault();
    const button = row.current?.querySelectorAll("button")[target];
    button?.focus();
  };
  return (
    <div
      ref={row}
      className={classes.row}
      role="toolbar"
      aria-label={t(`laneLabel.${lane}`, { count: marks.length })}
      data-lane={lane}
      onKeyDown={press}
    >
      {marks.map((mark, index) => (
        <button
          key={mark.id}
          type="button"
          className={classes.mark}
          aria-label={mark.label}
          tabIndex={index === stopIndex ? 0 : -1}
          style={{
            left: `${percentOf(mark.startMs, lengthMs)}%`,
            width: `${percentOf(mark.endMs - mark.startMs, lengthMs)}%`,
            ...(mark.size !== undefined && { height: `${Math.round(mark.size * 100)}%` }),
          }}
          onClick={() => onSelect(mark)}
          onFocus={() => {
            setFocusIndex(index);
            onPoint(mark);
          }}
          onBlur={() => onPoint(null)}
          onMouseEnter={() => onPoint(mark)}
          onMouseLeave={() => onPoint(null)}
        />
      ))}
    </div>
  );
});
