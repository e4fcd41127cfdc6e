/** Every leaf that is not null: the kinds of JSON value in which something said can come out. */
export type Leaf = string | number | boolean;

export type JsonVisitor = {
  /** A leaf and its JSON pointer; answers what stands there instead. */
  leaf(pointer: string, leaf: Leaf): unknown;
  /** A member's name and the pointer of its value; answers the name to use. */
  name(pointer: string, name: string): string;
};

/** The names and places above a leaf, from its pointer: `/arguments/a~1b/0` is `["a/b", "0"]`. */
export const pathOf = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(2)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));

/** JSON deeper than this is not what a tool says; it is masked unread, as recursion must end somewhere. */
const MAX_DEPTH = 64;

/** What stands for a value that may not be shown. A new object each time, so that nobody shares one. */
export const masked = (): { masked: true } => ({ masked: true });

const escapePointer = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

/**
 * A JSON value with each leaf and each name put through `visit`; the input stays as it is.
 */
export function mapJson(value: unknown, pointer: string, visit: JsonVisitor, depth = 0): unknown {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return visit.leaf(pointer, value);
  }
  if (typeof value === "bigint") return visit.leaf(pointer, value.toString());
  if (value === null || typeof value !== "object") return value;
  if (depth >= MAX_DEPTH) return masked();
  if (Array.isArray(value)) {
    return value.map((item, n) => mapJson(item, `${pointer}/${n}`, visit, depth + 1));
  }
  const out: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const below = `${pointer}/${escapePointer(name)}`;
    define(out, visit.name(below, name), mapJson(item, below, visit, depth + 1));
  }
  return out;
}

/** Sets a member by definition (`__proto__` is a name like others); a second masked name gets a number. */
function define(out: Record<string, unknown>, name: string, value: unknown): void {
  let free = name;
  for (let n = 2; Object.hasOwn(out, free); n++) free = `${name} ${n}`;
  Object.defineProperty(out, free, { value, enumerable: true, writable: true, configurable: true });
}
