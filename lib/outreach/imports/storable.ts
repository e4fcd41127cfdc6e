/** A NUL or a lone surrogate, as `JSON.stringify` writes them. */
const ESCAPED = /\\u(?:0000|d[89a-f])/;

/** Whether PostgreSQL can store a value unchanged: its text has no NUL and no lone surrogates. */
export const isStorable = (value: unknown): boolean =>
  typeof value === "string"
    ? !value.includes("\0") && value.isWellFormed()
    : // Without escaped backslashes, which may stand before a `u` of the text.
      !ESCAPED.test(JSON.stringify(value).replaceAll("\\\\", ""));
