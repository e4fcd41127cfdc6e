"use client";

import { VisuallyHidden } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Line, Part } from "../text-diff";
import classes from "./differences.module.css";

/** The changed lines of a text, with some lines around them. */
export function TextLines({ lines }: { lines: readonly Line[] }) {
  return (
    <div className={classes.lines}>
      {lines.map((line, at) => (
        <TextLine key={`line-${String(at)}`} line={line} />
      ))}
    </div>
  );
}

function TextLine({ line }: { line: Line }) {
  const t = useTranslations("agents.compare");
  if (line.sign === "gap") return <div className={classes.gap}>{t("gap", { count: line.lines })}</div>;
  if (line.sign === "same")
    return (
      <div className={classes.line}>
        <span />
        <span className={classes.words}>
          <Parts parts={line.parts} />
        </span>
      </div>
    );
  const isAdded = line.sign === "added";
  const Mark = isAdded ? "ins" : "del";
  return (
    <Mark className={`${classes.line} ${isAdded ? classes.added : classes.removed}`}>
      <span className={classes.sign} aria-hidden>
        {isAdded ? "+" : "−"}
      </span>
      <span className={classes.words}>
        <VisuallyHidden>{isAdded ? t("lineAdded") : t("lineRemoved")} </VisuallyHidden>
        <Parts parts={line.parts} />
      </span>
    </Mark>
  );
}

/** An empty line keeps its height. */
const EMPTY = "\u00a0";

function Parts({ parts }: { parts: readonly Part[] }) {
  if (parts.every(({ text }) => text === "")) return EMPTY;
  return parts.map(({ text, marked }, at) =>
    marked ? (
      <strong key={`part-${String(at)}`} className={classes.marked}>
        {text}
      </strong>
    ) : (
      text
    ),
  );
}
