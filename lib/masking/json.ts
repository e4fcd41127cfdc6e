/** Every leaf that is not null: the kinds of JSON value in which something said can come out. */
export type Leaf = string | number | boolean;

export type JsonVisitor = {
  /** A leaf and its JSON pointer; answers what stands there instead. */
  leaf(pointer: string, leaf: Leaf, member: string | null): unknown;
  /** A member's name and the pointer of its value; answers the name to use. */
  name(pointer: string, name: string): string;
};

/** JSON deeper than this is not what a tool says; it is masked unread, as recursion must end somewhere. */
const MAX_DEPTH = 64;

/** What stands for a value that may not be shown. A new object each time, so that nobody shares one. */
export const masked = (): { masked: true } => ({ masked: true });

const escapePointer = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

/**
 * A JSON value with each leaf and each name put through `visit`; the input stays as it is. `member` of a leaf is
 * the nearest name above it.
 */
export function mapJson(
  value: unknown,
  pointer: string,
  visit: JsonVisitor,
  member: string | null = null,
  depth = 0,
): unknown {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return visit.leaf(pointer, value, member);
  }
  if (typeof value === "bigint") return visit.leaf(pointer, value.toString(), member);
  if (value === null || typeof value !== "object") return value;
  if (depth >= MAX_DEPTH) return masked();
  if (Array.isArray(value)) {
    return value.map((item, n) => mapJson(item, `${pointer}/${n}`, visit, member, depth + 1));
  }
  const out: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const below = `${pointer}/${escapePointer(name)}`;
    define(out, visit.name(below, name), mapJson(item, below, visit, name, depth + 1));
  }
  return out;
}

/** Sets a member by definition (`__proto__` is a name like others); a second masked name gets a number. */
function define(out: Record<string, unknown>, name: string, value: unknown): void {
  let free = name;
  for (let n = 2; Object.hasOwn(out, free); n++) free = `${name} ${n}`;
  Object.defineProperty(out, free, { value, enumerable: true, writable: true, configurable: true });
}
