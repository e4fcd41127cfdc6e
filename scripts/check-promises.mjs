// Checks docs/promises.md: each promise names at least one test, and each named test exists.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(import.meta.dirname, "..");
const GUIDE = "docs/promises.md";

/** A row of a table: the promise, then its tests, each as `file` "title". */
const ROW = /^\|(?<promise>.+?)\|(?<tests>.+)\|\s*$/;
const TEST = /`(?<file>[^`]+\.(?:test|spec)\.(?:ts|tsx|mjs))` "(?<title>(?:[^"\\]|\\.)+)"/g;
const HEADING = /^\|\s*(?:Promise|:?-+)/;

/** The promises of the guide with the tests that they name. */
export function promisesOf(text) {
  return text
    .split("\n")
    .filter((line) => line.startsWith("|") && !HEADING.test(line))
    .map((line) => {
      const { promise = line, tests = "" } = ROW.exec(line)?.groups ?? {};
      return {
        promise: promise.trim(),
        tests: [...tests.matchAll(TEST)].map(({ groups }) => ({
          file: groups.file,
          title: groups.title.replaceAll('\\"', '"'),
        })),
      };
    });
}

/** Whether a test file's source has a test of this title: as the first argument of `test`, `it`, or one of their forms. */
export function hasTest(source, title) {
  const quoted = [JSON.stringify(title), `'${title}'`, `\`${title}\``];
  const calls = [...source.matchAll(/\b(?:test|it)\b(?:\.\w+)*\s*(?:\(|<)/g)];
  return calls.length > 0 && quoted.some((text) => source.includes(text));
}

/** The problems of the guide. `read` returns a file's source, or null if the file does not exist. */
export function problemsOf(text, read) {
  const promises = promisesOf(text);
  if (promises.length === 0) return [`${GUIDE} lists no promise.`];
  return promises.flatMap(({ promise, tests }) => {
    if (tests.length === 0) return [`${GUIDE}: no test is named for: ${promise}`];
    return tests.flatMap(({ file, title }) => {
      const source = read(file);
      if (source === null) return [`${GUIDE} names ${file}, which does not exist.`];
      return hasTest(source, title) ? [] : [`${GUIDE}: ${file} has no test "${title}".`];
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : null);
  const problems = problemsOf(readFileSync(join(root, GUIDE), "utf8"), read);
  if (problems.length > 0) {
    process.stderr.write(`${problems.join("\n")}\n`);
    process.exitCode = 1;
  }
}
