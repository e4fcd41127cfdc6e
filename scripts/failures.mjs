// The failing tests of a runner's JSON report, as text. A log of 7,000 tests is often read from its end.
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Most lines of a failure's message that are repeated, and most failures of one report. */
const MAX_LINES = 15;
const MAX_FAILURES = 20;

/** Lists the failures of a parsed report of Vitest or Playwright: `file › test`, and the start of the message. */
export function listFailures(report, root) {
  const failures = report.stats ? report.suites.flatMap(failuresOfSuite) : failuresOfVitest(report, root);
  const texts = failures.slice(0, MAX_FAILURES).map(({ name, message }) => `✗ ${name}\n${indent(message)}`);
  const restCount = failures.length - texts.length;
  return restCount > 0 ? [...texts, `✗ ${restCount} more`] : texts;
}

const indent = (message) =>
  stripVTControlCharacters(message)
    .trim()
    .split("\n")
    .slice(0, MAX_LINES)
    .map((line) => `    ${line}`.trimEnd())
    .join("\n");

/** A file that could not be loaded has a message and no tests. */
function failuresOfVitest({ testResults }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((result) => result.status === "failed");
    if (failed.length === 0 && status === "failed") return [{ name: file, message }];
    return failed.map(({ fullName, failureMessages }) => ({
      name: `${file} › ${fullName}`,
      message: failureMessages.join("\n"),
    }));
  });
}

/** Playwright counts a test that passes at its second try as flaky, and we count it as failed. */
function failuresOfSuite({ suites = [], specs = [] }) {
  const ofSpecs = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) => ({
        name: `${file}:${line} › ${title}`,
        message: results.flatMap(({ errors }) => errors.map((error) => error.message ?? "")).join("\n"),
      })),
  );
  return [...ofSpecs, ...suites.flatMap(failuresOfSuite)];
}
