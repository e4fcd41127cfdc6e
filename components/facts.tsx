import type { ReactNode } from "react";
import classes from "./facts.module.css";

/** Names and what they stand for; rows of null are left out. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode] | null)[] }) {
  return (
    <dl className={classes.facts}>
      {rows.map(
        (row) =>
          row !== null && (
            <div key={row[0]} style={{ display: "contents" }}>
              <dt>{row[0]}</dt>
              <dd>{row[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
