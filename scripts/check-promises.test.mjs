import { expect, test } from "vitest";
import { hasTest, problemsOf, promisesOf } from "./check-promises.mjs";

const GUIDE = `
| Promise | Tests |
|---|---|
| A "no" declines | \`lib/a.test.ts\` "a no declines" · \`lib/b.db.test.ts\` "says \\"no\\"" |
`;
const SOURCES = {
  "lib/a.test.ts": 'test("a no declines", () => {});',
  "lib/b.db.test.ts": "it('says \"no\"', f);",
};
const read = (file) => SOURCES[file] ?? null;

test("each row is a promise with its tests", () => {
  expect(promisesOf(GUIDE)).toEqual([
    {
      promise: 'A "no" declines',
      tests: [
        { file: "lib/a.test.ts", title: "a no declines" },
        { file: "lib/b.db.test.ts", title: 'says "no"' },
      ],
    },
  ]);
  expect(problemsOf(GUIDE, read)).toEqual([]);
});

test("a test that was renamed, a file that was moved and a promise without a test are named", () => {
  expect(problemsOf(GUIDE.replace("a no declines", "yes"), read)[0]).toContain(
    'lib/a.test.ts has no test "yes"',
  );
  expect(problemsOf(GUIDE.replace("lib/a.test", "lib/c.test"), read)[0]).toContain(
    "lib/c.test.ts, which does not",
  );
  expect(problemsOf("| Promise | Tests |\n|---|---|\n| Kept | soon |\n", read)[0]).toContain(
    "no test is named",
  );
  expect(problemsOf("# Promises\n", read)).toEqual(["docs/promises.md lists no promise."]);
});

test("a title is looked for as a string, in a file that has tests", () => {
  expect(hasTest('test.each(ROWS)("reads %s", f);', "reads %s")).toBe(true);
  expect(hasTest('const title = "reads";', "reads")).toBe(false);
  expect(hasTest('test("reads all", f);', "reads")).toBe(false);
});
