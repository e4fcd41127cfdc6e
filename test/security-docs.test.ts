import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const TITLE_OF_TESTS = /\b(?:test|it|describe)\b/;

/** The rows of the tables whose head names a test, as their cells. */
function rows(file: string): string[][] {
  const lines = readFileSync(file, "utf8").split("\n");
  const tableRows: string[][] = [];
  let isOpen = false;
  for (const line of lines) {
    if (!line.startsWith("|")) isOpen = false;
    else if (/\| test \|$/i.test(line)) isOpen = true;
    else if (isOpen && !line.startsWith("|---")) tableRows.push(line.split("|").slice(1, -1));
  }
  return tableRows;
}

/** Text in backticks that looks like a path of the repository. */
const paths = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? "").filter((text) => text.includes("/"));

/** The tests that a cell names: a file, and the titles in quotation marks behind it. */
function named(cell: string): { file: string; titles: string[] }[] {
  const citations: { file: string; titles: string[] }[] = [];
  for (const [, file, title] of cell.matchAll(/`([^`]+\.ts)`|"([^"]+)"/g)) {
    if (file !== undefined) citations.push({ file, titles: [] });
    else citations.at(-1)?.titles.push(title ?? "");
  }
  return citations;
}

test("every access rule has code that is there, and a test that has a case of that name", () => {
  const rules = rows("docs/security.md");
  expect(rules.length).toBeGreaterThan(20);
  for (const [rule = "", code = "", tests = ""] of rules) {
    for (const path of paths(code)) expect(existsSync(path), `${rule}: ${path}`).toBe(true);
    const cases = named(tests);
    expect(cases, rule).not.toEqual([]);
    for (const { file, titles } of cases) {
      const source = existsSync(file) ? readFileSync(file, "utf8") : "";
      expect(source, `${rule}: ${file}`).toMatch(TITLE_OF_TESTS);
      // A browser test is one way through the product and is named by its file.
      if (!file.startsWith("e2e/")) expect(titles, `${rule}: ${file}`).not.toEqual([]);
      for (const title of titles) expect(source.includes(title), `${rule}: ${file} "${title}"`).toBe(true);
    }
  }
});

test("every rule of the specification's authentication has a row", () => {
  const spec = readFileSync("docs/spec.md", "utf8").split("## Authentication")[1]?.split("\n## ")[0] ?? "";
  const numbers = [...spec.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
  // The tenth says what the document does not show.
  const numbersToCheck = numbers.filter((number) => number !== 10);
  expect(numbersToCheck).toHaveLength(10);
  const covered = rows("docs/security.md").map(([rule = ""]) =>
    Number(/(?:^ |Authentication )(\d+):/.exec(rule)?.[1]),
  );
  expect(numbersToCheck.filter((number) => !covered.includes(number))).toEqual([]);
});

test("what docs/sso.md says is checked, is checked by a test that it names", () => {
  const files = [
    "lib/identity/sso/attacks.test.ts",
    "lib/identity/sso/denial-of-service.test.ts",
    "lib/identity/sso/sso.db.test.ts",
    "lib/identity/sso/metadata.test.ts",
    "lib/identity/auth/enforced.db.test.ts",
  ].map((name) => readFileSync(name, "utf8"));
  const titles = rows("docs/sso.md").flatMap(([, , tests = ""]) =>
    [...tests.matchAll(/"([^"]+)"/g)].map(([, title]) => title ?? ""),
  );
  expect(titles.length).toBeGreaterThan(15);
  expect(titles.filter((title) => !files.some((source) => source.includes(title)))).toEqual([]);
});
