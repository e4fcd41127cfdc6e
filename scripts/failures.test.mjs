import { expect, test } from "vitest";
import { listFailures } from "./failures.mjs";

// Both reports are trimmed ones of Vitest 4 and Playwright 1.
const vitestReport = {
  numFailedTests: 1,
  testResults: [
    {
      name: "/parley/lib/a.test.ts",
      status: "failed",
      message: "",
      assertionResults: [
        {
          fullName: "a b",
          status: "failed",
          failureMessages: ["AssertionError: \u001b[31mexpected 1\u001b[39m\n    at a.ts:2"],
        },
        { fullName: "a c", status: "passed", failureMessages: [] },
      ],
    },
    {
      name: "/parley/lib/b.test.ts",
      status: "failed",
      message: "Cannot find module './c'",
      assertionResults: [],
    },
  ],
};

const spec = (title, status, errors) => ({
  file: "x.spec.ts",
  line: 2,
  title,
  tests: [{ status, results: [{ errors }] }],
});
const playwrightReport = {
  stats: { expected: 1, unexpected: 1, flaky: 1 },
  suites: [
    {
      specs: [spec("passes", "expected", [])],
      suites: [
        {
          specs: [spec("fails", "unexpected", [{ message: "Expected: 2" }]), spec("fails once", "flaky", [])],
        },
      ],
    },
  ],
};

test("Vitest's failing tests, and files that could not be loaded", () => {
  expect(listFailures(vitestReport, "/parley")).toEqual([
    "✗ lib/a.test.ts › a b\n    AssertionError: expected 1\n        at a.ts:2",
    "✗ lib/b.test.ts\n    Cannot find module './c'",
  ]);
});

test("Playwright's failing tests of nested suites, flaky ones too", () => {
  expect(listFailures(playwrightReport, "/parley")).toEqual([
    "✗ x.spec.ts:2 › fails\n    Expected: 2",
    "✗ x.spec.ts:2 › fails once\n",
  ]);
});

test("many failures and long messages are cut off, and counted", () => {
  const results = Array.from({ length: 25 }, (_, n) => ({
    fullName: `t${n}`,
    status: "failed",
    failureMessages: ["line\n".repeat(99)],
  }));
  const texts = listFailures(
    { testResults: [{ name: "/parley/a.test.ts", status: "failed", assertionResults: results }] },
    "/parley",
  );
  expect(texts).toHaveLength(21);
  expect(texts.at(-1)).toBe("✗ 5 more");
  expect(texts[0].split("\n")).toHaveLength(16);
});
