import fc from "fast-check";
import { expect, it } from "vitest";
import { mapResponse, parseResponsePath } from "./response-path";

const ANSWER = {
  data: { items: [{ name: "Anna", "order id": 7 }, { name: null }], total: 0, open: false },
  list: [[1, 2], [3]],
};
const at = (path: string, answer: unknown = ANSWER): unknown =>
  mapResponse([{ name: "value", path }], answer).value;

it.each<[string, unknown]>([
  ["data.items[0].name", "Anna"],
  ["data.items[0].order id", 7],
  ["data.items[1]", { name: null }],
  ["data.total", 0],
  ["data.open", false],
  ["list[1][0]", 3],
])("%s gives its value", (path, value) => expect(at(path)).toEqual(value));

it.each([
  "data.items[2].name",
  "data.items[0].name.length",
  "data.items.length",
  "data.items[0][0]",
  "data.constructor",
  "__proto__.toString",
  "list[1].0",
  "missing",
])("%s matches nothing and gives null", (path) => expect(at(path)).toBeNull());

it("starts with a position if the response is a list, and matches nothing in a text", () => {
  expect(at("[1].id", [{}, { id: "b" }])).toBe("b");
  expect(at("[0]", "text")).toBeNull();
  expect(at("length", "text")).toBeNull();
});

it.each([
  "",
  ".",
  "a.",
  ".a",
  "a..b",
  "a[",
  "a[]",
  "a[-1]",
  "a[*]",
  "a[1]b",
  "a]",
  "a[1234567]",
  "a.[0]",
  "a\nb",
])("%j is no path", (path) => expect(parseResponsePath(path)).toBeNull());

it("has at most 20 names and positions", () => {
  expect(parseResponsePath(Array(20).fill("a").join("."))).toHaveLength(20);
  expect(parseResponsePath(`${Array(20).fill("a").join(".")}[0]`)).toBeNull();
});

/** Names that a path can have: no dots, brackets or control characters. */
const Name = fc.string({ minLength: 1, maxLength: 8 }).filter((name) => !/[.[\]\p{Cc}]/u.test(name));
const Scalar = fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), fc.string());
const { json: Json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    Scalar,
    fc.array(tie("json"), { maxLength: 4 }),
    fc.dictionary(Name, tie("json"), { maxKeys: 4 }),
  ),
}));

/** The path and value of everything in a JSON value, by its names and positions. */
function entriesIn(json: unknown, path = ""): [path: string, value: unknown][] {
  if (typeof json !== "object" || json === null) return [];
  return Object.entries(json).flatMap(([key, value]): [string, unknown][] => {
    const step = Array.isArray(json) ? `[${key}]` : path === "" ? key : `.${key}`;
    return [[path + step, value], ...entriesIn(value, path + step)];
  });
}

it("gives exactly the value at the names and positions of a path", () => {
  fc.assert(
    fc.property(Json, (json) => {
      const answer: unknown = JSON.parse(JSON.stringify(json));
      for (const [path, value] of entriesIn(answer)) expect(at(path, answer)).toBe(value);
    }),
  );
});

it("never throws", () => {
  fc.assert(fc.property(fc.string({ maxLength: 30 }), fc.jsonValue(), (path, json) => void at(path, json)));
});
