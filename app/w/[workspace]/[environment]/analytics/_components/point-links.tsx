"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef, useState } from "react";
import { Link } from "@/components/link";
import classes from "./figures.module.css";
import type { Point } from "./points";
import type { Selection } from "./use-point-selection";

type Props = {
  title: string;
  points: readonly Point[];
  /** Each point and its values in words. */
  labels: readonly string[];
  selection: Selection | null;
  onExtend: (selection: Selection | null) => void;
  onSelect: (selection: Selection) => void;
};

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
};

/**
 * The points of a chart for the keyboard: one tab stop, arrows move, Enter opens the calls. With Shift, arrows select a
 * period, which Enter shows. The pointer reaches the chart below, which has the tooltips.
 */
export function PointLinks({ title, points, labels, selection, onExtend, onSelect }: Props) {
  const t = useTranslations("analytics.chart");
  const [current, setCurrent] = useState(0);
  const [isFocused, setIsFocused] = useState(false);
  const list = useRef<HTMLElement>(null);
  const active = Math.min(current, points.length - 1);
  const move = (to: number) => {
    setCurrent(to);
    list.current?.querySelectorAll("a")[to]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const to = Math.min(Math.max(active + step, 0), points.length - 1);
      onExtend(event.shiftKey ? { anchor: selection?.anchor ?? active, end: to } : null);
      move(to);
    } else if (event.key === "Escape") onExtend(null);
    else if (event.key === "Enter" && selection !== null) {
      event.preventDefault();
      onSelect(selection);
    }
  };
  return (
    <nav
      ref={list}
      aria-label={t("points", { title })}
      className={classes.points}
      onKeyDown={onKeyDown}
      onFocus={() => setIsFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        setIsFocused(false);
        onExtend(null);
      }}
    >
      {points.map((each, index) => (
        <Link
          key={each.href}
          href={each.href}
          prefetch={false}
          tabIndex={index === active ? 0 : -1}
          aria-label={labels[index]}
          className={classes.point}
        />
      ))}
      {isFocused && selection === null && (
        <span className={classes.caption} aria-hidden>
          {labels[active]}
        </span>
      )}
    </nav>
  );
}
