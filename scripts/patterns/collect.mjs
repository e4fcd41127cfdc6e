// Finds the product's regular expressions in its sources.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { Evaluator } from "./evaluate.mjs";

const FOLDERS = ["app", "bin", "components", "lib", "messages"];
const SOURCE = /\.(?:ts|tsx|mjs)$/;
/** Tests only match their own input. A folder in app/ is named for its URL, which can end in `/test`. */
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

/** The patterns that a node creates, several in the callback of a `map`; `{ text }` if one cannot be evaluated. */
function patternsOf(evaluator, file, node) {
  if (ts.isRegularExpressionLiteral(node)) return [partsOf(node.text)];
  if (!isConstructor(node)) return [];
  const [pattern, flags] = node.arguments;
  // `RegExp(literal, flags)` is checked as the literal.
  if (ts.isRegularExpressionLiteral(pattern)) return [];
  const read = () => {
    const source = evaluator.valueOf(file, pattern);
    const flagText = flags === undefined ? "" : evaluator.valueOf(file, flags);
    const isKnown = typeof source === "string" && typeof flagText === "string";
    return isKnown ? { source, flags: flagText } : { text: pattern.getText() };
  };
  const single = read();
  if (single.source !== undefined) return [single];
  return evaluator.valuesInMap(file, node, read) ?? [single];
}

/**
 * Every regular expression under `root` as `{ at, source, flags }`, where `at` is `file:line`. `unresolved` lists patterns
 * that are built from values that cannot be evaluated, as `{ at, text }`.
 */
export function collectPatterns(root) {
  const evaluator = new Evaluator(root);
  const patterns = [];
  let files = 0;
  const walk = (file, tree, node) => {
    const line = () => tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    for (const pattern of patternsOf(evaluator, file, node))
      patterns.push({ at: `${file}:${line()}`, ...pattern });
    ts.forEachChild(node, (child) => walk(file, tree, child));
  };
  for (const folder of FOLDERS.filter((name) => existsSync(join(root, name))))
    for (const file of sourceFiles(root, folder)) {
      files++;
      const tree = evaluator.treeOf(file);
      walk(file, tree, tree);
    }
  return {
    files,
    patterns: patterns.filter(({ source }) => source !== undefined),
    unresolved: patterns.filter(({ source }) => source === undefined),
  };
}
