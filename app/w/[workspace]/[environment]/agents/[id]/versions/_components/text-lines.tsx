"use client";

import { VisuallyHidden } from "@mantine/core";
import type { Line, Part } from "../text-diff";
import classes from "./differences.module.css";

/** The lines of a text in which it differs, with those around them. */
export function TextLines({ lines }: { lines: readonly Line[] }) {
  return (
    <div className={classes.lines}>
      {lines.map((line, at) => (
        <OneLine key={`line-${String(at)}`} line={line} />
      ))}
    </div>
  );
}

const gap = (lines: number): string => `${lines} lines that are the same`;

function OneLine({ line }: { line: Line }) {
  if (line.sign === "gap") return <div className={classes.gap}>{gap(line.lines)}</div>;
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
        <VisuallyHidden>{isAdded ? "Added: " : "Removed: "}</VisuallyHidden>
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
