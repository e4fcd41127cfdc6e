/** A JSON leaf that can reveal a value: every leaf except null. */
export type Leaf = string | number | boolean;

export type JsonVisitor = {
  /** Takes a leaf and its JSON pointer. Returns the replacement. */
  leaf(pointer: string, leaf: Leaf): unknown;
  /** Takes a member's name and the pointer of its value. Returns the new name. */
  name(pointer: string, name: string): string;
};

/** The member names and array indexes above a leaf, from its pointer: `/arguments/a~1b/0` is `["a/b", "0"]`. */
export const pathOf = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(2)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Deepest nesting to read. Deeper JSON is masked unread, to bound the recursion. */
const MAX_DEPTH = 64;

/** The replacement of a masked value. Creates a new object each time, so that a mutation affects only one. */
export const createMaskedValue = (): { masked: true } => ({ masked: true });

const escapePointer = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** Maps each leaf and each member name of a JSON value through `visit`. Does not change the input. */
export function mapJson(value: unknown, pointer: string, visit: JsonVisitor, depth = 0): unknown {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return visit.leaf(pointer, value);
  }
  if (typeof value === "bigint") return visit.leaf(pointer, value.toString());
  if (value === null || typeof value !== "object") return value;
  if (depth >= MAX_DEPTH) return createMaskedValue();
  if (Array.isArray(value)) {
    return value.map((item, n) => mapJson(item, `${pointer}/${n}`, visit, depth + 1));
  }
  const result: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const memberPointer = `${pointer}/${escapePointer(name)}`;
    define(result, visit.name(memberPointer, name), mapJson(item, memberPointer, visit, depth + 1));
  }
  return result;
}

/** Defines a member, even one named `__proto__`. A name that is already used, such as a second mask, gets a number. */
function define(target: Record<string, unknown>, name: string, value: unknown): void {
  let free = name;
  for (let n = 2; Object.hasOwn(target, free); n++) free = `${name} ${n}`;
  Object.defineProperty(target, free, { value, enumerable: true, writable: true, configurable: true });
}
