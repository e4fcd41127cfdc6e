// Finds texts of `lib/` that reach the screen without the catalog.
import { clientFiles, createReader, ENTRY } from "./areas.mjs";
import { literalTexts } from "./literals.mjs";

/** Files of `lib/` with sentences that browsers load and that are not texts of the dashboard, each with its reason. */
const ALLOWED = new Map([
  [/^lib\/platform\/reasons\//, "the API's sentences, which the dashboard translates by their reasons"],
  [
    /^lib\/platform\/validation-\w+\.ts$/,
    "the API's sentences for codes, which `errors.detail` of the catalog words",
  ],
  [/^lib\/platform\/announcements\.ts$/, "what agents say in calls, in the languages of callers"],
]);

/** A key of the catalog, or a name of the API. */
const KEY = /^[a-z][A-Za-z0-9_]*$/;
/** A name such as `Cartesia`, which no language translates, unless it is a label. */
const NAME = /^\S+$/;

const textsIn = (path, text) =>
  literalTexts(path, text).filter(
    ({ text: literal, isNamed }) => !KEY.test(literal) && (isNamed || !NAME.test(literal)),
  );

/**
 * The faults of texts in files of `lib/` that pages load: those of client components and their imports, and those that
 * pages and their components import directly. Also a fault: an allowed file without texts. `paths`: the files of the dashboard.
 */
export function libraryFaults(root, paths, allowed = ALLOWED) {
  const read = createReader(root);
  const loaded = new Set(
    paths.filter((path) => ENTRY.test(path)).flatMap((entry) => [...clientFiles(entry, read)]),
  );
  for (const path of paths) for (const imported of read(path).imports) loaded.add(imported);
  const patterns = [...allowed.keys()];
  const used = new Set();
  const faults = [...loaded]
    .filter((path) => path.startsWith("lib/"))
    .sort()
    .flatMap((path) => {
      const texts = textsIn(path, read(path).text);
      const pattern = patterns.find((candidate) => candidate.test(path));
      if (pattern === undefined)
        return texts.map(
          ({ line, text }) => `${path}:${line}: "${text}" reaches a page and is not in the catalog`,
        );
      if (texts.length > 0) used.add(pattern);
      return [];
    });
  const unused = patterns.filter((pattern) => !used.has(pattern));
  return [
    ...faults,
    ...unused.map((pattern) => `${pattern.source} is allowed to have texts, and has none that reach a page`),
  ];
}
