import type { ReactNode } from "react";
import classes from "./pill.module.css";

export type Tone = "blue" | "gray" | "orange" | "red" | "teal" | "yellow";

/** A status in a table cell. A plain element with the look of a badge, as a page of a list has hundreds. */
export function Pill({
  tone = "gray",
  icon,
  children,
}: {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className={classes.pill} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
