/** Limits each segment of a pointer, since a client's keys can have any length. */
const MAX_POINTER_KEY = 100;

/** The JSON pointer (RFC 6901) to `path`. */
export const pointerOf = (path: readonly PropertyKey[]): string =>
  path
    .map((key) => `/${String(key).slice(0, MAX_POINTER_KEY).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
