// Part of `npm run check`: names and sentences that a reader has to guess. docs/glossary.md explains the rules.
//
// With paths as arguments it reads only those: `node scripts/check-language.mjs lib/calls`.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { BRITISH, CLAUSE_START, PHRASES, VAGUE_NAMES } from "./language/words.mjs";

const root = join(import.meta.dirname, "..");
const CODE = /\.(?:ts|tsx|mjs|mts|cjs)$/;
const PROSE = /(?:\.md|\.prisma|\.sql|\.ya?ml|\.example)$/;
/** Generated files, the specification as the customer wrote it, and the lists of words themselves. */
const SKIPPED =
  /\.gen\.ts$|^docs\/spec\.md$|^scripts\/(?:language\/words|check-language(?:\.test)?)\.mjs$|^docs\/glossary\.md$/;
/** Texts in these files are what callers and agents say, or what the dashboard shows: only comments and names are read. */
const SPOKEN =
  /^(?:app|components|e2e)\/|^lib\/(?:masking|calls\/conversation)\/|\/(?:offline|testing)\/|\.test\.(?:ts|tsx|mjs)$|^(?:bench|test)\//;
const TEST_CALL = /^(?:test|it|describe)(?:\.|$)/;

/** The declarations whose names this codebase chooses itself. */
function declaredName(node) {
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isMethodSignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodDeclaration(node);
  // `{ found }` repeats a property's name; `{ rows: found }` and `...rest` choose one.
  const isChosenBinding = ts.isBindingElement(node) && (node.propertyName || node.dotDotDotToken);
  return (isDeclaration || isChosenBinding) && node.name && ts.isIdentifier(node.name) ? node.name : null;
}

/** The faults of a sentence, each with its remedy. */
export function proseFaults(text) {
  const faults = PHRASES.flatMap(([phrase, remedy]) => {
    const match = phrase.exec(text);
    return match ? [`"${match[0]}": ${remedy}`] : [];
  });
  const british = BRITISH.exec(text);
  return british ? [...faults, `"${british[0]}": American spelling`] : faults;
}

function commentFaults(text) {
  const words = text.replace(/^[/*\s]+/, "").replace(/^\s*\*\s?/gm, "");
  const clause = CLAUSE_START.exec(words);
  return clause
    ? [...proseFaults(words), `begins with "${clause[0]}": begin with a noun or a verb`]
    : proseFaults(words);
}

function commentsOf(source, text) {
  const ranges = new Map();
  const visit = (node) => {
    for (const range of ts.getLeadingCommentRanges(text, node.pos) ?? []) ranges.set(range.pos, range);
    for (const range of ts.getTrailingCommentRanges(text, node.end) ?? []) ranges.set(range.pos, range);
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return [...ranges.values()];
}

/** The faults of a source file, each with its line. */
export function codeFaults(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const faults = [];
  const report = (position, list) => {
    for (const fault of list) faults.push({ line: lineAt(position), fault });
  };
  const visit = (node) => {
    const name = declaredName(node);
    if (name && VAGUE_NAMES.has(name.text)) report(name.getStart(), [`name "${name.text}": name the thing`]);
    const isTitle =
      ts.isCallExpression(node) && TEST_CALL.test(node.expression.getText(source)) && node.arguments[0];
    if (isTitle && ts.isStringLiteralLike(node.arguments[0]))
      report(node.arguments[0].getStart(), proseFaults(node.arguments[0].text));
    const isText =
      ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isText && !SPOKEN.test(path) && node.text.includes(" "))
      report(node.getStart(), proseFaults(node.text));
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const { pos, end } of commentsOf(source, text)) report(pos, commentFaults(text.slice(pos, end)));
  return faults;
}

/** The faults of a guide, each with its line. Code in backticks is not read. */
export function guideFaults(text) {
  const prose = text.replace(/```[\s\S]*?```/g, (block) => block.replace(/[^\n]/g, " "));
  return prose
    .split("\n")
    .flatMap((line, index) =>
      proseFaults(line.replace(/`[^`]*`|"[^"]*"/g, " ")).map((fault) => ({ line: index + 1, fault })),
    );
}

function main(paths) {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--", ...paths], { cwd: root })
    .toString()
    .split("\n")
    .filter(
      (file) => (CODE.test(file) || PROSE.test(file)) && !SKIPPED.test(file) && existsSync(join(root, file)),
    );
  if (files.length === 0) throw new Error("No file was read, so that nothing was checked.");
  let count = 0;
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    const faults = CODE.test(file) ? codeFaults(file, text) : guideFaults(text);
    for (const { line, fault } of faults) process.stderr.write(`${file}:${line}: ${fault}\n`);
    count += faults.length;
  }
  process.stdout.write(`${files.length} files, ${count} faults.\n`);
  process.exitCode = count === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
