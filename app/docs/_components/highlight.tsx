import classes from "./code.module.css";
import { tokensOf } from "./code-tokens";

/** Code with colored strings, numbers and keywords. */
export function Highlight({ code }: { code: string }) {
  return tokensOf(code).map(({ text, kind, at }) =>
    kind === "text" ? (
      text
    ) : (
      <span key={at} className={classes[kind]}>
        {text}
      </span>
    ),
  );
}
