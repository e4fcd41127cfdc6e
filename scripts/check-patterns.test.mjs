import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { checkPatterns, hashOf } from "./check-patterns.mjs";
import { collectPatterns } from "./patterns/collect.mjs";

/** recheck starts a separate process. */
const RECHECK_TIMEOUT_MS = 60_000;
const roots = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

/** A part of a template in the text of a source. */
const part = (expression) => `$\{${expression}}`;

function sources(files) {
  const root = mkdtempSync(join(tmpdir(), "parley-patterns-"));
  roots.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test("finds literals and what is put together, with file and line, and none of tests", () => {
  const root = sources({
    "lib/a.ts": `import { WORD as word } from "./b";\n\nexport const A = /x+y/i;\nnew RegExp(\`^${part("word")}$\`, "u");\n`,
    "lib/b.ts": `const ALL = ["a", "b"];\nexport const WORD = \`(?:${part('ALL.join("|")')})\`;\n`,
    "app/page.tsx": "export const Page = () => <p>{/a/.source}</p>;\n",
    "lib/a.test.ts": "/(a+)+$/;\n",
    "lib/testing/a.ts": "/(a+)+$/;\n",
  });
  expect(collectPatterns(root)).toEqual({
    files: 3,
    unresolved: [],
    patterns: [
      { at: "app/page.tsx:1", source: "a", flags: "" },
      { at: "lib/a.ts:3", source: "x+y", flags: "i" },
      { at: "lib/a.ts:4", source: "^(?:a|b)$", flags: "u" },
    ],
  });
});

test("finds each pattern that a list is mapped to", () => {
  const root = sources({
    "lib/a.ts": `const ALL = ["a", "b"];\nexport const EACH = ALL.map((one) => new RegExp(\`^${part("one")}$\`));\n`,
  });
  expect(collectPatterns(root).patterns).toEqual([
    { at: "lib/a.ts:2", source: "^a$", flags: "" },
    { at: "lib/a.ts:2", source: "^b$", flags: "" },
  ]);
});

test("names what is put together from what it does not know", () => {
  const root = sources({
    "lib/a.ts": `export const f = (given: string) => new RegExp(\`^${part("given")}+$\`);\n`,
  });
  expect(collectPatterns(root)).toMatchObject({ patterns: [], unresolved: [{ at: "lib/a.ts:1" }] });
});

test(
  "fails for a planted pattern that is not linear, and for no other",
  async () => {
    const root = sources({
      "lib/a.ts": [
        "/^[A-Za-z0-9+/]+={0,2}$/;",
        "/^[A-Za-z0-9+/\\s]+={0,2}\\s*$/;",
        "/^(a+)+$/;",
        "/\\bnot .+ but\\b/;",
        'new RegExp("x*" + "x*$");',
      ].join("\n"),
    });
    const { patterns } = collectPatterns(root);
    const { faults, passed } = await checkPatterns(patterns, new Set());
    expect(faults).toEqual([
      expect.stringMatching(/^lib\/a\.ts:2: .* is not linear \(2nd degree polynomial\)\.$/),
      expect.stringMatching(/^lib\/a\.ts:3: .* is not linear \(exponential\)\.$/),
      expect.stringMatching(/^lib\/a\.ts:4: .* is not linear \(2nd degree polynomial\)\.$/),
      expect.stringMatching(/^lib\/a\.ts:5: .* is not linear/),
    ]);
    expect(passed).toEqual([hashOf(patterns[0])]);
    // One that has passed is not checked again.
    expect(await checkPatterns(patterns.slice(0, 1), new Set(passed))).toEqual({ faults: [], passed: [] });
  },
  RECHECK_TIMEOUT_MS,
);
