import { isRecord } from "@/lib/platform/is-record";

/** Maximum names and positions in a path. */
const MAX_STEPS = 20;
/** The text between two opening brackets, after the first. */
const POSITION = /^[0-9]{1,6}\]$/;
/** Characters that no name in a path has. A dot and an opening bracket end it. */
const NOT_IN_NAME = /[\]\p{Cc}]/u;

/** A path of names (of an object's members) and positions (of a list's items, from 0). */
type Path = readonly (string | number)[];

/**
 * Parses a path such as `data.items[0].name` or `[0].id`: names separated by dots, each followed by any number of
 * positions in brackets. Returns null for another text.
 */
export function parseResponsePath(text: string): Path | null {
  const steps: (string | number)[] = [];
  for (const [at, part] of text.split(".").entries()) {
    const [name = "", ...positions] = part.split("[");
    const startsWithPosition = at === 0 && positions.length > 0;
    if ((name === "" && !startsWithPosition) || NOT_IN_NAME.test(name)) return null;
    if (!positions.every((position) => POSITION.test(position))) return null;
    steps.push(...(name === "" ? [] : [name]), ...positions.map((position) => Number.parseInt(position, 10)));
  }
  return steps.length > MAX_STEPS ? null : steps;
}

function valueAt(root: unknown, path: Path): unknown {
  let current: unknown = root;
  for (const step of path) {
    if (typeof step === "number") current = Array.isArray(current) ? current[step] : undefined;
    else current = isRecord(current) && Object.hasOwn(current, step) ? current[step] : undefined;
  }
  return current ?? null;
}

/** Returns the named values of a response's JSON. A path that matches nothing gives null. */
export const mapResponse = (
  fields: readonly { name: string; path: string }[],
  content: unknown,
): Record<string, unknown> =>
  Object.fromEntries(
    fields.map(({ name, path }) => {
      const steps = parseResponsePath(path);
      return [name, steps === null ? null : valueAt(content, steps)];
    }),
  );
