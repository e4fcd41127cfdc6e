// Finds the regular expressions of the product in its sources.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { Evaluator } from "./evaluate.mjs";

const FOLDERS = ["app", "bin", "components", "lib"];
const SOURCE = /\.(?:ts|tsx|mjs)$/;
/** Patterns of tests meet input of ours alone. A page's folder is named for its address, which may end in `/test`. */
const TEST = /\.test\.|^(?!app\/).*\/(?:test|testing)\//;

function* sourceFiles(root, folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* sourceFiles(root, path);
    else if (SOURCE.test(path) && !TEST.test(path)) yield path;
  }
}

function partsOf(literal) {
  const end = literal.lastIndexOf("/");
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}

const isConstructor = (node) =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
  node.expression.getText() === "RegExp" &&
  node.arguments?.length > 0;

/** The patterns that a node is, several in the callback of a `map`; `{ text }` for one that is not known. */
function patternsOf(evaluator, file, node) {
  if (ts.isRegularExpressionLiteral(node)) return [partsOf(node.text)];
  if (!isConstructor(node)) return [];
  const [pattern, flags] = node.arguments;
  // With other flags it is checked as the literal that it is made of.
  if (ts.isRegularExpressionLiteral(pattern)) return [];
  const read = () => {
    const source = evaluator.valueOf(file, pattern);
    const given = flags === undefined ? "" : evaluator.valueOf(file, flags);
    const isKnown = typeof source === "string" && typeof given === "string";
    return isKnown ? { source, flags: given } : { text: pattern.getText() };
  };
  const alone = read();
  if (alone.source !== undefined) return [alone];
  return evaluator.valuesInMap(file, node, read) ?? [alone];
}

/**
 * Every regular expression under `root`: `{ at, source, flags }`, where `at` is `file:line`. In `unresolved` are those
 * that are put together from what is not known from the source: `{ at, text }`.
 */
export function collectPatterns(root) {
  const evaluator = new Evaluator(root);
  const found = [];
  let files = 0;
  const walk = (file, tree, node) => {
    const line = () => tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    for (const pattern of patternsOf(evaluator, file, node))
      found.push({ at: `${file}:${line()}`, ...pattern });
    ts.forEachChild(node, (child) => walk(file, tree, child));
  };
  for (const folder of FOLDERS.filter((one) => existsSync(join(root, one))))
    for (const file of sourceFiles(root, folder)) {
      files++;
      const tree = evaluator.treeOf(file);
      walk(file, tree, tree);
    }
  return {
    files,
    patterns: found.filter(({ source }) => source !== undefined),
    unresolved: found.filter(({ source }) => source === undefined),
  };
}
