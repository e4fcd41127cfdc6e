// Part of `npm run check`: every text for the screen is a message of the catalog, every message is used, and every page
// loads the areas that it uses. AGENTS.md, "Add a text", explains the catalog.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { proseFaults } from "./check-language.mjs";
import { areaFaults } from "./strings/areas.mjs";
import { messagesOf, usedKeys } from "./strings/catalog.mjs";
import { libraryFaults } from "./strings/library.mjs";
import { literalTexts } from "./strings/literals.mjs";
import { SCREEN_PHRASES } from "./strings/words.mjs";

const root = join(import.meta.dirname, "..");
const SOURCE = /^(?:app|components|lib)\/.*(?<!\.test|\.gen)\.tsx?$/;
/** Routes have no screen, `app/docs` is the reference of the API, which is in English, and templates are content. */
const EXCLUDED =
  /^app\/(?:v1|api|docs)\/|\/testing\/|\/agents\/_components\/templates\.ts$|\/tests\/_components\/case-templates\.ts$/;
/** Messages whose keys are only known at run time. `components/problem-text.test.ts` and `permissions.test.ts` check that they are used. */
const DYNAMIC = /^errors\.(?:problem|detail|reason)\.|^permissions\.capability\./;

/** The faults of texts outside the catalog. */
export const literalFaults = (files) =>
  files.flatMap(({ path, text }) =>
    literalTexts(path, text).map(
      ({ line, text: literal }) => `${path}:${line}: "${literal}" is not in the catalog`,
    ),
  );

/** Messages with the same text in a namespace, or as in `common`. One word can differ in another language. */
function duplicates(messages) {
  const firstKeys = new Map();
  const faults = [];
  const isCommon = ({ key }) => key.startsWith("common.");
  const commonFirst = [...messages.filter(isCommon), ...messages.filter((message) => !isCommon(message))];
  for (const { key, text } of commonFirst) {
    if (!text.includes(" ")) continue;
    const namespace = key.split(".")[0];
    const firstKey = firstKeys.get(`common ${text}`) ?? firstKeys.get(`${namespace} ${text}`);
    if (firstKey) faults.push(`${key}: the same text as ${firstKey}`);
    else firstKeys.set(`${namespace} ${text}`, key);
  }
  return faults;
}

/** The faults of messages: unused, repeated, or in words that the screen does not use. */
export function messageFaults(messages, files) {
  const patterns = files.flatMap(({ path, text }) => usedKeys(path, text));
  const unused = messages.filter(
    ({ key }) => !DYNAMIC.test(key) && !patterns.some((pattern) => pattern.test(key)),
  );
  const words = messages.flatMap(({ key, text }) => [
    ...proseFaults(text).map((fault) => `${key}: ${fault}`),
    ...SCREEN_PHRASES.flatMap(([phrase, remedy]) => {
      const match = phrase.exec(text);
      return match ? [`${key}: "${match[0]}": ${remedy}`] : [];
    }),
  ]);
  return [...unused.map(({ key }) => `${key} is not used`), ...duplicates(messages), ...words];
}

function main() {
  const read = (path) => ({ path, text: readFileSync(join(root, path), "utf8") });
  const readSources = (...folders) =>
    execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--", ...folders], { cwd: root })
      .toString()
      .split("\n")
      .filter((path) => SOURCE.test(path) && !EXCLUDED.test(path))
      .map(read);
  const files = readSources("app", "components");
  const users = [...files, ...readSources("lib")];
  const messages = readdirSync(join(root, "messages", "en"))
    .filter((name) => name !== "index.ts")
    .flatMap((name) => messagesOf(name, readFileSync(join(root, "messages", "en", name), "utf8")));
  if (files.length === 0 || messages.length === 0)
    throw new Error("No file was read, so that nothing was checked.");
  const areas = [...new Set(messages.map(({ key }) => key.split(".")[0]))];
  const paths = files.map(({ path }) => path);
  const faults = [
    ...literalFaults(files),
    ...messageFaults(messages, users),
    ...areaFaults(root, paths, areas),
    ...libraryFaults(root, paths),
  ];
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(`${files.length} files, ${messages.length} messages, ${faults.length} faults.\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
