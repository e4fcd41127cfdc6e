"use client";

import { useDraft } from "./draft-context";
import rows from "./rows.module.css";

/** The problems of a row (`variables.2`), below its fields. Null without problems. */
export function RowProblems({ path, id }: { path: string; id: string }) {
  const text = useDraft(({ problems }) =>
    Object.entries(problems)
      .filter(([name]) => name === path || name.startsWith(`${path}.`))
      .map(([, message]) => message)
      .filter((message, at, all) => all.indexOf(message) === at)
      .join(" "),
  );
  return (
    <p id={id} className={rows.problem} role="alert" hidden={text === ""}>
      {text}
    </p>
  );
}
